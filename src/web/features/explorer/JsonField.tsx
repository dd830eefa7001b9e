import clsx from "clsx";
import { fieldClass } from "../../ui/forms/fieldClass";
import { PlainField } from "../../ui/forms/PlainField";
import { TextArea } from "../../ui/forms/TextArea";

export interface JsonFieldProps {
  label: string;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
  rows?: number;
}

/** A text area for JSON. */
export const JsonField = ({ label, value, error, onChange, rows = 16 }: JsonFieldProps) => (
  <PlainField label={label} error={error ?? undefined}>
    {(attributes) => (
      <TextArea
        {...attributes}
        rows={rows}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={value}
        onChange={onChange}
        className={clsx(fieldClass, "slim-scroll px-2.5 py-2 font-mono text-sm")}
      />
    )}
  </PlainField>
);
