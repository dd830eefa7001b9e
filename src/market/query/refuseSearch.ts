import { invalidAt, type Query } from "#domain";

/** Totals and series are of what the filter selects: a search that selected nothing would go unnoticed in a figure. */
export function refuseSearch({ search }: Query): void {
  if (search === null) return;
  throw invalidAt("search", "search applies to lists of rows only; select by filter instead");
}
