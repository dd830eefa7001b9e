import clsx from "clsx";
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from "react";
import { resubmitEarlyForm } from "../../hydration/earlyForms";
import { useHydrated } from "../../hydration/useHydrated";
import { isTextInput } from "../../ui/controls/focus";
import { Button, type ButtonProps } from "../controls/Button";

/** Classes of a native select or text area. */
export const fieldClass = clsx(
  "w-full min-w-0 rounded-md border border-control bg-surface text-md placeholder:text-faint",
  "aria-invalid:border-negative disabled:cursor-not-allowed disabled:opacity-50",
  "focus-visible:border-accent focus-visible:outline-offset-0",
);

export interface FormProps extends Omit<ComponentProps<"form">, "ref"> {
  /** True if the browser can submit it without scripts to an endpoint that supports it. Default: false. */
  plain?: boolean;
  /** Name of the field to focus when the form appears, unless the user is typing elsewhere. */
  firstFocus?: string;
  /** True to print its fields because they are the content of the page. Default: false. */
  prints?: boolean;
}

/**
 * A form of a server-rendered page. An early submission is delayed until hydration, with the typed input; a
 * plain form is submitted by the browser.
 */
export function Form({ plain = false, firstFocus, prints = false, className, ...props }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  // Set together with the adopted input, so that the submit handler receives it.
  const [ready, setReady] = useState(false);
  useLayoutEffect(() => setReady(true), []);
  useEffect(() => {
    if (ready && form.current !== null) resubmitEarlyForm(form.current);
  }, [ready]);
  useEffect(() => {
    if (firstFocus !== undefined && !isTextInput(document.activeElement))
      focusField(form.current, firstFocus);
  }, [firstFocus]);
  return (
    <form
      {...props}
      ref={form}
      className={clsx(className, prints && "prints")}
      data-awaits-scripts={plain || ready ? undefined : ""}
    />
  );
}

/** Focuses a field of a form. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/** The submit button. Enabled before hydration, when missing input is not detectable. */
export function SubmitButton({ disabled = false, ...props }: Omit<ButtonProps, "type">) {
  const hydrated = useHydrated();
  return <Button variant="primary" {...props} type="submit" disabled={hydrated && disabled} />;
}
