import {
  type PageAddress,
  readChartPageSearch,
  readPageSearch,
  readReportSearch,
} from "../../features/chartView/pageSearch";
import {
  readCursorSearch,
  readPlaceSearch,
  readTableSearch,
  readTotalsSearch,
} from "../../features/table/query/tableSearch";
import type { ScreenState } from "./screenAddress";

/**
 * Parses the state of a screen from unvalidated search parameters, by kind of state. Invalid parameters are
 * dropped.
 */
export const addressReaders: Readonly<Record<ScreenState, (raw: Record<string, unknown>) => PageAddress>> = {
  chart: readChartPageSearch,
  table: readTableSearch,
  cursors: readCursorSearch,
  totals: readTotalsSearch,
  place: readPlaceSearch,
  page: readPageSearch,
  contact: readReportSearch,
};
