import type { ComponentProps } from "react";
import { earlyText } from "../../hydration/earlyText";
import { useEarlyInput } from "../../hydration/useEarlyInput";

export interface TextAreaProps extends Omit<ComponentProps<"textarea">, "value" | "onChange" | "ref"> {
  value: string;
  onChange: (value: string) => void;
}

/** A text area that keeps input from before hydration. Without label and styles. */
export function TextArea({ value, onChange, ...attributes }: TextAreaProps) {
  const field = useEarlyInput(earlyText, value, onChange);
  return (
    <textarea {...attributes} ref={field} value={value} onChange={(event) => onChange(event.target.value)} />
  );
}
