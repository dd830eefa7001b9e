import clsx from "clsx";
import { type ReactNode, type Ref, useId } from "react";
import { useEarlyInput } from "../../hydration/useEarlyInput";
import { type Size, textClass } from "../styles/scale";

export interface LabelledControlProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  size?: Size;
  /** Default: none. */
  error?: string | null;
}

/** Props of the control itself. */
interface Controlled {
  "aria-labelledby": string;
  inputRef: Ref<HTMLInputElement>;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled: boolean | undefined;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
}

/** A checkbox or switch before its label. */
export function LabelledControl({
  label,
  checked,
  onChange,
  disabled,
  size = "md",
  error = null,
  children,
}: LabelledControlProps & { children: (controlled: Controlled, size: Size) => ReactNode }) {
  const inputRef = useEarlyInput((box: HTMLInputElement) => box.checked, checked, onChange);
  // The library links the label after hydration; until then this names the control.
  const labelId = useId();
  const errorId = `${labelId}-error`;
  const invalid = error === null ? {} : ({ "aria-invalid": true, "aria-describedby": errorId } as const);
  const control = (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's, inside.
    <label
      id={labelId}
      className={clsx("flex items-center gap-2", textClass[size], disabled && "opacity-50")}
    >
      {children(
        { "aria-labelledby": labelId, inputRef, checked, onCheckedChange: onChange, disabled, ...invalid },
        size,
      )}
      {label}
    </label>
  );
  if (error === null) return control;
  return (
    <div className="flex flex-col gap-1">
      {control}
      <span id={errorId} role="alert" className="text-negative text-sm">
        {error}
      </span>
    </div>
  );
}
