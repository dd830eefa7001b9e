import clsx from "clsx";

/** The look of a field that the browser draws: a list of choices, an area of text. */
export const fieldClass = clsx(
  "w-full min-w-0 rounded-md border border-control bg-surface text-md placeholder:text-faint",
  "aria-invalid:border-negative disabled:cursor-not-allowed disabled:opacity-50",
  "focus-visible:border-accent focus-visible:outline-offset-0",
);
