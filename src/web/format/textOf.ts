/** The text of a fact; null where it is unknown. */
export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
