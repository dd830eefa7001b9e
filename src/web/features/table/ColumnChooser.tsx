import { useState } from "react";
import type { FieldMeta } from "#domain";
import { Button } from "../../ui/Button";
import { ChoiceList } from "../../ui/ChoiceList";
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
      <ChoiceList
        label="Search columns"
        words={words}
        onWords={setWords}
        choices={found.map(({ field: { name, doc }, label }) => ({
          name,
          label,
          title: doc,
          checked: shown.includes(name),
          onChange: (checked) => onChange(checked ? [...shown, name] : shown.filter((one) => one !== name)),
        }))}
      />
      <Button size="sm" onClick={onReset}>
        Back to default
      </Button>
    </div>
  );
}
