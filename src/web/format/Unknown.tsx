const dash = (words: string) => (
  <span className="text-faint">
    <span aria-hidden="true">—</span>
    <span className="sr-only">{words}</span>
  </span>
);

/** Mark of an unknown value. */
export const Unknown = () => dash("unknown");

/** Mark of a value that is known to be none. */
export const None = () => dash("none");
