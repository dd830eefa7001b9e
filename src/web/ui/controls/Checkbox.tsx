import { Checkbox as Base } from "@base-ui/react/checkbox";
import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useEarlyInput } from "../early/useEarlyInput";
import type { Size } from "../styles/scale";

const boxClass: Record<Size, string> = {
  xs: "size-3.5",
  sm: "size-3.5",
  md: "size-4",
  lg: "size-5",
  xl: "size-6",
};
const textClass: Record<Size, string> = {
  xs: "text-xs",
  sm: "text-sm",
  md: "text-md",
  lg: "text-base",
  xl: "text-lg",
};

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Some, but not all, of what it stands for. */
  indeterminate?: boolean;
  disabled?: boolean;
  size?: Size;
}

export function Checkbox({ label, checked, onChange, indeterminate, disabled, size = "md" }: CheckboxProps) {
  const input = useEarlyInput((box: HTMLInputElement) => box.checked, checked, onChange);
  // The library finds the label once scripts run; until then this names the control.
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's, inside.
    <label
      id={labelId}
      className={clsx("flex items-center gap-2", textClass[size], disabled && "opacity-50")}
    >
      <Base.Root
        aria-labelledby={labelId}
        inputRef={input}
        checked={checked}
        indeterminate={indeterminate}
        onCheckedChange={onChange}
        disabled={disabled}
        className={clsx(
          "grid shrink-0 place-items-center rounded-sm border border-control bg-surface text-on-fill",
          "data-checked:border-accent-fill data-checked:bg-accent-fill data-indeterminate:border-accent-fill data-indeterminate:bg-accent-fill",
          boxClass[size],
        )}
      >
        <Base.Indicator className="grid place-items-center">
          {indeterminate ? (
            <Minus aria-hidden="true" className="size-3" strokeWidth={3} />
          ) : (
            <Check aria-hidden="true" className="size-3" strokeWidth={3} />
          )}
        </Base.Indicator>
      </Base.Root>
      {label}
    </label>
  );
}
