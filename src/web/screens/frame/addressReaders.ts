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

/**
 * Parses the state of a screen from unvalidated search parameters, by kind of state. Invalid parameters are
 * dropped. `npm run docs` lists the parameters in `screenParts.gen.ts`.
 */
export const addressReaders = {
  chart: readChartPageSearch,
  table: readTableSearch,
  cursors: readCursorSearch,
  totals: readTotalsSearch,
  place: readPlaceSearch,
  page: readPageSearch,
  contact: readReportSearch,
} satisfies Readonly<Record<string, (raw: Record<string, unknown>) => PageAddress>>;

/** Kind of a screen's state, which determines its search parameters. */
export type ScreenState = keyof typeof addressReaders;
