import clsx from "clsx";

/** Classes of a native select or text area. */
export const fieldClass = clsx(
  "w-full min-w-0 rounded-md border border-control bg-surface text-md placeholder:text-faint",
  "aria-invalid:border-negative disabled:cursor-not-allowed disabled:opacity-50",
  "focus-visible:border-accent focus-visible:outline-offset-0",
);
