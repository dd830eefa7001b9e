import { useId } from "react";
import { type ColumnUse, columnUses, dateFormats } from "#domain/files";
import { metrics } from "#domain/metrics";
import { Checkbox } from "../../ui/controls/Checkbox";
import { fieldClass } from "../../ui/forms/Form";
import { PlainField } from "../../ui/forms/PlainField";
import { TextField } from "../../ui/forms/TextField";
import { type DraftColumn, hasPart, type MappingDraft, withSetting, withUse } from "./mappingDraft";
import type { Proposal } from "./upload";

const useLabels: Record<ColumnUse, string> = {
  date: "Date",
  entity: "Asset or token",
  network: "Network",
  metricName: "Name of the metric",
  value: "Value",
  metric: "Values of a metric",
  series: "Values of an asset or token",
  none: "Not used",
};
const separators = [
  { value: "", label: "None" },
  { value: ",", label: "Comma" },
  { value: ".", label: "Point" },
  { value: " ", label: "Space" },
  { value: "'", label: "Apostrophe" },
  { value: "_", label: "Underscore" },
];

export interface MappingFormProps {
  draft: MappingDraft;
  proposal: Proposal;
  onChange: (draft: MappingDraft) => void;
}

/** The common parts of a mapping: the use of each column, and the formats of dates and numbers. */
export function MappingForm({ draft, proposal, onChange }: MappingFormProps) {
  const listId = useId();
  const has = (use: ColumnUse) => draft.columns.some((column) => column.use === use);
  const set = (name: string) => (value: unknown) => onChange(withSetting(draft, name, value));
  const { settings } = draft;
  const notes = proposal.notes.filter(({ missing }) => missing === null || !hasPart(draft, missing));
  const missing = Array.isArray(settings.missing) ? settings.missing.map(String) : [];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h3 className="font-semibold text-md">2. Mapping</h3>
        <p className="text-muted text-sm">Proposed from the header and the first rows. Verify each column.</p>
        {notes.length > 0 && (
          <ul className="list-disc pl-5 text-sm">
            {notes.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </div>
      <datalist id={listId}>
        {metrics.map(({ slug, label }) => (
          <option key={slug} value={slug}>
            {label}
          </option>
        ))}
      </datalist>
      <ul className="flex flex-col divide-y border-y">
        {draft.columns.map((column, at) => (
          <ColumnFields
            key={column.name}
            column={column}
            proposed={proposal.columns[at]}
            metricsId={listId}
            onUse={(use) => onChange(withUse(draft, column.name, use))}
            onMeaning={(meaning) =>
              onChange({
                ...draft,
                columns: draft.columns.map((one) => (one.name === column.name ? { ...one, meaning } : one)),
              })
            }
          />
        ))}
      </ul>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] items-start gap-3">
        {!has("entity") && !has("series") && (
          <TextField
            label="Asset or token of all rows"
            hint="Slug of an asset, or token: and the slug of a token"
            autoComplete="off"
            value={draft.entity}
            onChange={(entity) => onChange({ ...draft, entity })}
          />
        )}
        {has("series") && (
          <TextField
            label="Metric of all values"
            list={listId}
            autoComplete="off"
            value={draft.metric}
            onChange={(metric) => onChange({ ...draft, metric })}
          />
        )}
        <Choice
          label="Date format"
          value={String(settings.dateFormat ?? "iso")}
          options={dateFormats.map((value) => ({ value, label: value === "iso" ? "YYYY-MM-DD" : value }))}
          onChange={(value) => set("dateFormat")(value === "iso" ? "" : value)}
        />
        <Choice
          label="Decimal separator"
          value={String(settings.decimal ?? ".")}
          options={separators.filter(({ value }) => value === "." || value === ",")}
          onChange={(value) => set("decimal")(value === "." ? "" : value)}
        />
        <Choice
          label="Thousands separator"
          value={String(settings.thousands ?? "")}
          options={separators}
          onChange={set("thousands")}
        />
        <TextField
          label="Currency sign or code"
          autoComplete="off"
          maxLength={5}
          value={String(settings.currency ?? "")}
          onChange={set("currency")}
        />
        <TextField
          label="Marks of missing values"
          hint="Separated by spaces, such as n/a -"
          autoComplete="off"
          value={missing.join(" ")}
          onChange={(value) => set("missing")(value.split(/\s+/).filter((mark) => mark !== ""))}
        />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Checkbox
          label="Values may end in a percent sign"
          checked={settings.percent === true}
          onChange={set("percent")}
        />
        <Checkbox
          label="Values may end in K, M, B or T"
          checked={settings.magnitudes === true}
          onChange={set("magnitudes")}
        />
      </div>
    </div>
  );
}

interface ColumnFieldsProps {
  column: DraftColumn;
  proposed: Proposal["columns"][number] | undefined;
  metricsId: string;
  onUse: (use: ColumnUse) => void;
  onMeaning: (meaning: string) => void;
}

function ColumnFields({
  column: { name, use, meaning },
  proposed,
  metricsId,
  onUse,
  onMeaning,
}: ColumnFieldsProps) {
  const { examples = [], suggestions = [] } = proposed ?? {};
  const isMetric = use === "metric";
  return (
    <li className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] items-start gap-3 py-3">
      <div className="min-w-0">
        <p className="break-words font-medium text-md">{name === "" ? "(no name)" : name}</p>
        <p className="break-words text-faint text-sm">
          {examples.length === 0 ? "No values" : examples.join(" · ")}
        </p>
      </div>
      <Choice
        label={`Use of ${name}`}
        value={use}
        options={columnUses.map((value) => ({ value, label: useLabels[value] }))}
        onChange={(value) => onUse(columnUses.find((one) => one === value) ?? "none")}
      />
      {(isMetric || use === "series") && (
        <TextField
          label={isMetric ? `Metric of ${name}` : `Asset or token of ${name}`}
          hint={
            isMetric && meaning === "" && suggestions.length > 0
              ? `Did you mean ${suggestions.join(", ")}?`
              : undefined
          }
          list={isMetric ? metricsId : undefined}
          autoComplete="off"
          value={meaning}
          onChange={onMeaning}
        />
      )}
    </li>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A native select, because a file can have two hundred columns. */
const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <PlainField label={label}>
    {(attributes) => (
      <select
        {...attributes}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${fieldClass} h-control-md px-2.5`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </PlainField>
);
