/** Search, order and pages of the list of imports. */
import type { PageInfo } from "#domain/api";
import type { ListedImport } from "./correctionDesk";

/** What the list can be sorted by, in the order of its columns. */
export const importOrders = [
  "name",
  "provider",
  "importedAt",
  "rowsRead",
  "accepted",
  "rowsRejected",
  "values",
  "lastDay",
  "entities",
  "by",
  "state",
] as const;

export type ImportOrder = (typeof importOrders)[number];

export interface ImportsPage {
  search: string | null;
  sort: { field: ImportOrder; direction: "asc" | "desc" };
  /** Starts at 1. */
  page: number;
  perPage: number;
}

/** Whether the values of an import are stored, or were taken back. */
export const importStates = ["stored", "taken back in part", "taken back", "no values"] as const;

export type ImportState = (typeof importStates)[number];

export function stateOf({ values, undone }: Pick<ListedImport, "values" | "undone">): ImportState {
  if (undone !== null && values > 0 && !undone.isWhole) return "taken back in part";
  if (values > 0) return "stored";
  return undone === null ? "no values" : "taken back";
}

export function pageOfImports(
  imports: readonly ListedImport[],
  { search, sort: { field, direction }, page, perPage }: ImportsPage,
): {
  imports: (ListedImport & { state: ImportState })[];
  pagination: Pick<PageInfo, "page" | "perPage" | "pageCount" | "resultCount">;
} {
  const words = (search ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = imports
    .map((one) => ({ ...one, state: stateOf(one) }))
    .filter(({ id, name, provider, by, state }) => {
      const text = [id, name, provider, by ?? "", state].join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    });
  const sign = direction === "asc" ? 1 : -1;
  // What has no value is last in either direction.
  found.sort((a, b) => {
    const [one, other] = [a[field], b[field]];
    if (one === null || other === null) {
      return Number(one === null) - Number(other === null) || a.id - b.id;
    }
    const order =
      typeof one === "number" && typeof other === "number"
        ? one - other
        : String(one).localeCompare(String(other), "en", { numeric: true });
    return sign * order || a.id - b.id;
  });
  const resultCount = found.length;
  return {
    imports: found.slice((page - 1) * perPage, page * perPage),
    pagination: { page, perPage, pageCount: Math.max(1, Math.ceil(resultCount / perPage)), resultCount },
  };
}
