import { countWords } from "#domain";
/** What the import of a file made of its rows, as `cadastre import` says it; empty for what is no file of rows. */
export function importWords(detail: string): string {
  const { rowsRead, valuesAccepted, rowsRefused } = parsed(detail);
  return [
    counted(rowsRead, "row", "read"),
    counted(valuesAccepted, "value", "accepted"),
    counted(rowsRefused, "row", "rejected"),
  ]
    .filter((part) => part !== null)
    .join(", ");
}

function counted(count: unknown, what: string, outcome: string): string | null {
  if (typeof count !== "number") return null;
  return `${countWords(count, what)} ${outcome}`;
}

function parsed(detail: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(detail);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
