import { type ReactNode, useId } from "react";
import type { FieldAttributes } from "../../ui/forms/PlainField";

export interface RecordTextProps {
  label: string;
  hint: string | undefined;
  error: string | null;
  children: (attributes: FieldAttributes) => ReactNode;
}

/** Label, hint and error of a text area. */
export function RecordText({ label, hint, error, children }: RecordTextProps) {
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error === null ? undefined : true,
        "aria-describedby": notes === "" ? undefined : notes,
      })}
      {error && (
        <span id={`${id}-error`} role="alert" className="text-negative text-sm">
          {error}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className="break-words text-faint text-sm">
          {hint}
        </span>
      )}
    </div>
  );
}
