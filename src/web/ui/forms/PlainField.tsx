import clsx from "clsx";
import { type ReactNode, useId } from "react";

/** Attributes that identify and describe a field of a form that also works without scripts. */
export interface FieldAttributes {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

export interface PlainFieldProps {
  label: string;
  error?: string | undefined;
  className?: string;
  children: (attributes: FieldAttributes) => ReactNode;
}

/** Label and error of a native field. */
export function PlainField({ label, error, className, children }: PlainFieldProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1", className)}>
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": error === undefined ? undefined : note,
      })}
      {error !== undefined && (
        <span id={note} role="alert" className="text-negative text-sm">
          {error}
        </span>
      )}
    </div>
  );
}
