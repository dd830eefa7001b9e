const dash = (words: string) => (
  <span className="text-faint">
    <span aria-hidden="true">—</span>
    <span className="sr-only">{words}</span>
  </span>
);

/** Stands where a value is not known. */
export const Unknown = () => dash("unknown");

/** Stands where it is known that there is none. */
export const None = () => dash("none");
