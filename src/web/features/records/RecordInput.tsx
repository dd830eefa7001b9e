import clsx from "clsx";
import type { RecordField } from "#domain/records";
import { wordsOfValue } from "#domain/vocabulary";
import { Checkbox } from "../../ui/controls/Checkbox";
import { Select } from "../../ui/controls/Select";
import { fieldClass } from "../../ui/forms/Form";
import { TextArea } from "../../ui/forms/TextArea";
import { TextField } from "../../ui/forms/TextField";
import type { FormValue } from "./formValues";
import { RecordReference } from "./RecordReference";
import { RecordText } from "./RecordText";
import { RowFilterField } from "./RowFilterField";

export interface RecordInputProps {
  field: RecordField;
  value: FormValue;
  /** Name of the referenced record, if the form was opened with one. */
  called: string | null;
  error: string | null;
  /** Values of the other fields. */
  others: Readonly<Record<string, FormValue>>;
  onChange: (value: FormValue) => void;
}

/** The input for a field, by type. */
export function RecordInput({ field, value, called, error, others, onChange }: RecordInputProps) {
  const { name, label: bare, doc, type, values, refersTo, optional, blank, max, isCode } = field;
  const label = optional && type !== "boolean" ? `${bare} (optional)` : bare;
  const hint = doc === "" ? undefined : doc;
  const text = typeof value === "string" ? value : "";
  if (refersTo !== null) {
    return (
      <RecordReference
        label={label}
        record={refersTo}
        value={text}
        called={called}
        hint={hint}
        error={error}
        onChange={onChange}
      />
    );
  }
  if (type === "boolean") {
    return <Checkbox label={label} checked={value === true} error={error} onChange={onChange} />;
  }
  const options = (values ?? []).map((one) => ({
    value: one,
    label: type === "enum" ? wordsOfValue(one) : one,
  }));
  if (type === "strings") {
    return (
      <Select
        multiple
        label={label}
        placeholder={blank ?? "None"}
        options={options}
        value={Array.isArray(value) ? value : []}
        hint={Array.isArray(value) && value.length > 1 ? value.join(", ") : hint}
        error={error}
        onChange={onChange}
      />
    );
  }
  if (type === "enum") {
    return (
      <Select
        label={label}
        placeholder="Choose"
        options={options}
        value={text === "" ? null : text}
        hint={hint}
        error={error}
        onChange={(next) => onChange(next ?? "")}
      />
    );
  }
  if (field.filtersRowsOf !== null) {
    const resources = others[field.filtersRowsOf];
    return (
      <RowFilterField
        name={name}
        label={label}
        resources={Array.isArray(resources) ? resources : []}
        value={text}
        blank={blank ?? "All rows"}
        hint={hint}
        error={error}
        max={max}
        onChange={onChange}
      />
    );
  }
  if (type === "text") {
    return (
      <RecordText label={label} hint={hint} error={error}>
        {(attributes) => (
          <TextArea
            {...attributes}
            name={name}
            rows={isCode ? 5 : 3}
            maxLength={max}
            spellCheck={!isCode}
            value={text}
            onChange={onChange}
            className={clsx(fieldClass, "px-3 py-2", isCode && "font-mono text-sm")}
          />
        )}
      </RecordText>
    );
  }
  return (
    <TextField
      name={name}
      label={label}
      autoComplete="off"
      inputMode={type === "number" ? "numeric" : undefined}
      maxLength={type === "number" ? String(max).length : max}
      value={text}
      hint={hint}
      error={error}
      onChange={onChange}
    />
  );
}
