import clsx from "clsx";
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from "react";
import { resubmitEarlyForm } from "../../hydration/earlyForms";
import { useHydrated } from "../../hydration/useHydrated";
import { isTextInput } from "../../ui/controls/focus";
import { Button, type ButtonProps } from "../controls/Button";

export interface FormProps extends Omit<ComponentProps<"form">, "ref"> {
  /** The browser can send it by itself: it has an address that answers without scripts. Default: false. */
  plain?: boolean;
  /** Name of the field that gets the focus when the form appears, unless somebody is typing elsewhere. */
  firstFocus?: string;
  /** What its fields hold is what the page is about, so they stand on paper too. Default: false. */
  prints?: boolean;
}

/**
 * A form of a server-rendered page. Sent before scripts run, it waits for them
 * and is sent then, with what was typed; a plain one is sent by the browser.
 */
export function Form({ plain = false, firstFocus, prints = false, className, ...props }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  // Set together with what the fields adopt, so that the handler that is called knows it.
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

/** Moves the focus to a field of a form. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/** The button that sends a form. Until scripts know what was typed they cannot tell that something is missing. */
export function SubmitButton({ disabled = false, ...props }: Omit<ButtonProps, "type">) {
  const hydrated = useHydrated();
  return <Button variant="primary" {...props} type="submit" disabled={hydrated && disabled} />;
}
