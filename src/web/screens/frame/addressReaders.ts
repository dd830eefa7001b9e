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

/** Reads the state of a screen from an address as somebody wrote it, by what it holds: what is not valid is left out. */
export const addressReaders: Readonly<Record<ScreenState, (raw: Record<string, unknown>) => PageAddress>> = {
  chart: readChartPageSearch,
  table: readTableSearch,
  cursors: readCursorSearch,
  totals: readTotalsSearch,
  place: readPlaceSearch,
  page: readPageSearch,
  contact: readReportSearch,
};
