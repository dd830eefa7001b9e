/** Stands where a value is not known. */
export const Unknown = () => (
  <span className="text-faint">
    <span aria-hidden="true">—</span>
    <span className="sr-only">unknown</span>
  </span>
);
