import type { ComponentProps } from "react";
import { earlyText } from "../../hydration/earlyText";
import { useEarlyInput } from "../../hydration/useEarlyInput";

export interface TextAreaProps extends Omit<ComponentProps<"textarea">, "value" | "onChange" | "ref"> {
  value: string;
  onChange: (value: string) => void;
}

/** A field of several lines that keeps what was typed before scripts ran. It has no label and no looks of its own. */
export function TextArea({ value, onChange, ...attributes }: TextAreaProps) {
  const field = useEarlyInput(earlyText, value, onChange);
  return (
    <textarea {...attributes} ref={field} value={value} onChange={(event) => onChange(event.target.value)} />
  );
}
