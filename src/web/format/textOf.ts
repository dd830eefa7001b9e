/** The text of a fact; null if unknown. */
export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
