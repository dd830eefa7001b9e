import { readTableSearch, type TableSearch } from "../table/tableSearch";
import { type ChartSearch, readChartSearch } from "./chartSearch";

/** The state of a page with a chart and a table, as it stands in the address. */
export interface PageSearch extends ChartSearch, TableSearch {}

/** A route's `validateSearch`: keeps what is valid and drops the rest. */
export const readPageSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readChartSearch(raw),
  ...readTableSearch(raw),
});
