import { Search } from "lucide-react";
import { useState } from "react";
import type { FieldMeta } from "#domain";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { TextField } from "../../ui/TextField";
import { columnFields } from "./offeredFields";

export interface ColumnChooserProps {
  fields: readonly FieldMeta[];
  /** Names of the columns shown, in order. The first cannot be taken away. */
  shown: readonly string[];
  onChange: (shown: readonly string[]) => void;
  onReset: () => void;
}

/** Chooses which columns a table shows; tells what each of them means. */
export function ColumnChooser({ fields, shown, onChange, onReset }: ColumnChooserProps) {
  const [words, setWords] = useState("");
  const sought = words.trim().toLowerCase();
  const found = columnFields(fields).filter(
    ({ field, label }) => field.name !== shown[0] && label.toLowerCase().includes(sought),
  );
  return (
    <div className="flex w-list-md flex-col gap-2">
      <TextField
        label="Search columns"
        hideLabel
        placeholder="Search columns"
        icon={<Search />}
        value={words}
        onChange={setWords}
      />
      <ul className="slim-scroll flex max-h-list-md flex-col gap-2 overflow-y-auto py-1">
        {found.map(({ field, label }) => (
          <li key={field.name} title={field.doc}>
            <Checkbox
              label={<span className="min-w-0 truncate">{label}</span>}
              checked={shown.includes(field.name)}
              onChange={(checked) =>
                onChange(checked ? [...shown, field.name] : shown.filter((name) => name !== field.name))
              }
            />
          </li>
        ))}
        {found.length === 0 && <li className="text-muted">No matches.</li>}
      </ul>
      <Button size="sm" onClick={onReset}>
        Back to default
      </Button>
    </div>
  );
}
