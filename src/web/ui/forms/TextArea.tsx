import type { ComponentProps } from "react";
import { useEarlyInput } from "../../hydration/useEarlyInput";

/** Text that was typed into text areas before hydration. */
const texts = new WeakMap<HTMLTextAreaElement, string>();

/**
 * The text of a text area before hydration. React keeps the input of other fields, but resets text areas to the
 * server's text unless it is empty.
 */
const earlyText = (area: HTMLTextAreaElement): string => texts.get(area) ?? area.value;

if (typeof document !== "undefined") {
  // Runs before hydration. Later input, until the effects of React run, is recorded by the event.
  for (const area of document.querySelectorAll("textarea")) {
    if (area.value !== area.defaultValue) texts.set(area, area.value);
  }
  document.addEventListener(
    "input",
    ({ target }) => target instanceof HTMLTextAreaElement && texts.set(target, target.value),
    true,
  );
}

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
