import { useState } from "react";
import type { FieldMeta } from "#domain/api";
import { Button } from "../../../ui/controls/Button";
import { ChoiceList } from "../../../ui/forms/ChoiceList";
import { columnFields } from "../query/offeredFields";
import { TREND_COLUMN } from "../query/tableTrend";
import { ColumnOrder } from "./ColumnOrder";

export interface ColumnChooserProps {
  fields: readonly FieldMeta[];
  /** Names of fields without a value in any row, offered only if they are shown. */
  empty: readonly string[];
  /** Names of the columns shown, in order. The first cannot be removed. */
  shown: readonly string[];
  /** True if the rows can have sparklines. */
  hasTrend: boolean;
  onChange: (shown: readonly string[]) => void;
  onReset: () => void;
}

const trendColumn = {
  name: TREND_COLUMN,
  label: "90-day trend",
  title: "Trend of the first metric over the last 90 days",
};

/** Selects the columns of a table, with a description of each. */
export function ColumnChooser({ fields, empty, shown, hasTrend, onChange, onReset }: ColumnChooserProps) {
  const [words, setWords] = useState("");
  const sought = words.trim().toLowerCase();
  const columns = columnFields(fields).map(({ field: { name, doc }, label }) => ({
    name,
    label,
    title: doc,
  }));
  const offered = [...columns, ...(hasTrend ? [trendColumn] : [])].filter(
    ({ name }) => name !== shown[0] && (shown.includes(name) || !empty.includes(name)),
  );
  const foundBy = (part: "label" | "title") =>
    offered.filter((column) => column[part].toLowerCase().includes(sought));
  const byLabel = foundBy("label");
  // The full name of a metric is in its description.
  const found = byLabel.length > 0 ? byLabel : foundBy("title");
  const reorder = (names: readonly string[]) =>
    onChange([...names, ...shown.filter((name) => !names.includes(name))]);
  return (
    <div className="flex w-list-md flex-col gap-2">
      <ChoiceList
        label="Search columns"
        words={words}
        onWords={setWords}
        choices={found.map(({ name, ...choice }) => ({
          ...choice,
          name,
          checked: shown.includes(name),
          onChange: (checked) => onChange(checked ? [...shown, name] : shown.filter((one) => one !== name)),
        }))}
      />
      <ColumnOrder
        columns={shown.flatMap((name) => columns.find((one) => one.name === name) ?? [])}
        onChange={reorder}
      />
      <Button size="sm" onClick={onReset}>
        Back to default
      </Button>
    </div>
  );
}
