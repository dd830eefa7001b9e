import {
  readCursorSearch,
  readPlaceSearch,
  readTableSearch,
  type TableSearch,
} from "../table/query/tableSearch";
import { type ChartSearch, readChartSearch } from "./chartSearch";
import { type PageChoices, readPageChoices } from "./pageChoices";

/** The state of a page with a chart, a table and choices of its own, as it stands in the address. */
export interface PageSearch extends ChartSearch, TableSearch, PageChoices {
  /** The fact that a report to the operator is about (`reportAddress`). */
  report?: string | undefined;
}

/** As `PageSearch`, before anything is known to be valid. */
export type PageAddress = { [Part in keyof PageSearch]?: unknown };

/** A route's `validateSearch`: keeps what is valid and drops the rest. */
export const readPageSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readChartSearch(raw),
  ...readTableSearch(raw),
  ...readPageChoices(raw),
});

/** As `readPageSearch`, for a page without a table. */
export const readChartPageSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readChartSearch(raw),
  ...readPageChoices(raw),
});

/** For a page with a contact form: at most the length of a fact's address, of the characters that one has. */
export const readReportSearch = ({ report }: Record<string, unknown>): Pick<PageSearch, "report"> => ({
  report: typeof report === "string" && /^[\w.-]{1,250}$/.test(report) ? report : undefined,
});

/** As `readPageSearch`, for what any screen may hold: the server has dropped what its own does not. */
export const readScreenSearch = (raw: Record<string, unknown>): PageSearch => ({
  ...readPlaceSearch(raw),
  ...readPageSearch(raw),
  ...readCursorSearch(raw),
  ...readReportSearch(raw),
});
