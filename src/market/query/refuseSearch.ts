import { invalidAt, type Query } from "#domain";

/** Rejects a search in totals and series: one without results would go unnoticed in a figure. */
export function refuseSearch({ search }: Query): void {
  if (search === null) return;
  throw invalidAt("search", "search applies to lists of rows only; select by filter instead");
}
