import clsx from "clsx";
import { fieldClass } from "../../ui/forms/Form";
import { PlainField } from "../../ui/forms/PlainField";
import { TextArea } from "../../ui/forms/TextArea";

/** The error of invalid JSON with its line, or null. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message : "";
    // Engines report an offset, a line or neither.
    const [, offset] = /position (\d+)/.exec(said) ?? [];
    const [, line] = /line (\d+)/.exec(said) ?? [];
    const at = line ?? (offset === undefined ? null : text.slice(0, Number(offset)).split("\n").length);
    return at === null ? "This is not valid JSON" : `This is not valid JSON: see line ${at}`;
  }
}

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
