import {
  readCursorSearch,
  readPlaceSearch,
  readTableSearch,
  type TableSearch,
} from "../table/query/tableSearch";
import { type ChartSearch, readChartSearch } from "./chartSearch";
import { type PageChoices, readPageChoices } from "./pageChoices";

/** Search parameters of a page with a chart, a table and further options. */
export interface PageSearch extends ChartSearch, TableSearch, PageChoices {
  /** The fact that a report to the operator is about (`reportAddress`). */
  report?: string | undefined;
}

/** `PageSearch` before validation. */
export type PageAddress = { [Part in keyof PageSearch]?: unknown };

/** A route's `validateSearch`: keeps valid parameters and drops the rest. */
export const readPageSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readChartSearch(raw),
  ...readTableSearch(raw),
  ...readPageChoices(raw),
});

/** `readPageSearch` for a page without a table. */
export const readChartPageSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readChartSearch(raw),
  ...readPageChoices(raw),
});

/** For a page with a contact form. Limited to the length and characters of a fact's address. */
export const readReportSearch = ({ report }: Record<string, unknown>): Pick<PageSearch, "report"> => ({
  report: typeof report === "string" && /^[\w.-]{1,250}$/.test(report) ? report : undefined,
});

/**
 * `readPageSearch` with the parameters of every screen. The server has already dropped those that the screen
 * does not support.
 */
export const readScreenSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readPlaceSearch(raw),
  ...readPageSearch(raw),
  ...readCursorSearch(raw),
  ...readReportSearch(raw),
});
