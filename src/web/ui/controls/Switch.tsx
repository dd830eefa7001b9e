import { Switch as Base } from "@base-ui/react/switch";
import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { useEarlyInput } from "../early/useEarlyInput";
import type { Size } from "../styles/scale";

const trackClass: Record<Size, string> = {
  xs: "h-3.5 w-6",
  sm: "h-4 w-7",
  md: "h-5 w-9",
  lg: "h-6 w-11",
  xl: "h-7 w-13",
};
const textClass: Record<Size, string> = {
  xs: "text-xs",
  sm: "text-sm",
  md: "text-md",
  lg: "text-base",
  xl: "text-lg",
};

export interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  size?: Size;
}

export function Switch({ label, checked, onChange, disabled, size = "md" }: SwitchProps) {
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
        onCheckedChange={onChange}
        disabled={disabled}
        className={clsx(
          "flex shrink-0 rounded-full border border-control bg-sunken p-0.5 transition-colors",
          "data-checked:border-accent-fill data-checked:bg-accent-fill",
          trackClass[size],
        )}
      >
        <Base.Thumb className="aspect-square h-full rounded-full bg-control transition-transform data-checked:translate-x-full data-checked:bg-on-fill" />
      </Base.Root>
      {label}
    </label>
  );
}
