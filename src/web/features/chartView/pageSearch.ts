import { readPlaceSearch, readTableSearch, type TableSearch } from "../table/tableSearch";
import { type ChartSearch, readChartSearch } from "./chartSearch";

/** The state of a page with a chart and a table, as it stands in the address. */
export interface PageSearch extends ChartSearch, TableSearch {}

/** A route's `validateSearch`: keeps what is valid and drops the rest. */
export const readPageSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readChartSearch(raw),
  ...readTableSearch(raw),
});

/** As `readPageSearch`, for what any screen may hold: a route has dropped what its own does not. */
export const readScreenSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readPlaceSearch(raw),
  ...readPageSearch(raw),
});
