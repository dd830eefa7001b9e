import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { useEarlyInput } from "../../hydration/useEarlyInput";
import { controlClass, type Rounding, roundingClass, type Size } from "../styles/scale";

export interface TextFieldProps
  extends Omit<ComponentProps<"input">, "size" | "defaultValue" | "value" | "onChange" | "ref"> {
  label: string;
  hideLabel?: boolean;
  /** Secondary text under the field. */
  hint?: ReactNode;
  /** Error message, announced by screen readers; marks the field invalid. */
  error?: string | null;
  /** An icon inside on the left. */
  icon?: ReactNode;
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  size?: Size;
  rounding?: Rounding;
}

export function TextField({
  label,
  hideLabel,
  hint,
  error,
  icon,
  onChange,
  size = "md",
  rounding = "md",
  className,
  id,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const field = useEarlyInput((input: HTMLInputElement) => input.value, input.value, onChange);
  const fieldId = id ?? ownId;
  const noteId = `${fieldId}-note`;
  const note = error || hint;
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1", className)}>
      <label htmlFor={fieldId} className={hideLabel ? "sr-only" : "text-muted text-sm"}>
        {label}
      </label>
      <span className="relative flex min-w-0">
        {icon && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center text-faint [&>svg]:size-3.5"
          >
            {icon}
          </span>
        )}
        <input
          {...input}
          ref={field}
          id={fieldId}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : input["aria-describedby"]}
          onChange={onChange && ((event) => onChange(event.target.value))}
          className={clsx(
            "w-full min-w-0 border border-control bg-surface placeholder:text-faint",
            "aria-invalid:border-negative disabled:cursor-not-allowed disabled:opacity-50",
            "focus-visible:border-accent focus-visible:outline-offset-0",
            controlClass[size],
            icon && "pl-8!",
            roundingClass[rounding],
          )}
        />
      </span>
      {note && (
        <span
          id={noteId}
          role={error ? "alert" : undefined}
          className={clsx("text-sm", error ? "text-negative" : "text-faint")}
        >
          {note}
        </span>
      )}
    </div>
  );
}
