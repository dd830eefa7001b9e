import { Field } from "@base-ui/react/field";
import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { controlClass, type Rounding, roundingClass, type Size } from "./scale";

export interface TextFieldProps
  extends Omit<ComponentProps<"input">, "size" | "defaultValue" | "value" | "onChange"> {
  label: string;
  hideLabel?: boolean;
  /** A quiet line under the field. */
  hint?: ReactNode;
  /** What is wrong with the value; read out, and marks the field invalid. */
  error?: string | null;
  /** An icon at the left, inside. */
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
  disabled,
  ...input
}: TextFieldProps) {
  return (
    <Field.Root
      invalid={Boolean(error)}
      disabled={disabled}
      className={clsx("flex min-w-0 flex-col gap-1", className)}
    >
      <Field.Label className={hideLabel ? "sr-only" : "text-muted text-sm"}>{label}</Field.Label>
      <span className="relative flex min-w-0">
        {icon && (
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-2.5 grid place-items-center text-faint [&>svg]:size-3.5"
          >
            {icon}
          </span>
        )}
        <Field.Control
          {...input}
          onValueChange={onChange}
          className={clsx(
            "w-full min-w-0 border border-control bg-surface placeholder:text-faint",
            "data-invalid:border-negative disabled:cursor-not-allowed disabled:opacity-50",
            "focus-visible:border-accent focus-visible:outline-offset-0",
            controlClass[size],
            icon && "pl-8!",
            roundingClass[rounding],
          )}
        />
      </span>
      {error ? (
        <Field.Error match className="text-negative text-sm">
          {error}
        </Field.Error>
      ) : (
        hint && <Field.Description className="text-faint text-sm">{hint}</Field.Description>
      )}
    </Field.Root>
  );
}
