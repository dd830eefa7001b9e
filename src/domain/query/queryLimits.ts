/** Procedure calls per request. */
export const MAX_BATCHED_CALLS = 20;
/** Maximum number of rejected rows that the command line prints: they are loaded into memory. */
export const MOST_QUARANTINED_AT_ONCE = 1_000_000;

/** Bounds of a v4 query. Published in every `/meta`. */
export const queryLimits = {
  /** Nesting of groups. */
  filterDepth: 8,
  /** Leaves in the whole filter. */
  filterLeaves: 200,
  /** Values in the whole filter, counting each member of a list. */
  filterValues: 1_000,
  /** Characters of one text value. */
  valueLength: 1_000,
  /** Characters of the `query` parameter as sent. */
  queryLength: 32_768,
  defaultPerPage: 25,
  /** Maximum number of full rows on a page, for resources without their own limit. */
  maxPerPage: 100,
  /** Maximum number of rows on a page where they are narrow. */
  maxNarrowPerPage: 5_000,
  /**
   * Maximum number of values on a page, which limits its rows: a field counts one, a metric one for each
   * part.
   */
  pageValues: 200_000,
  maxPage: 1_000_000,
  /** Characters of a cursor: the values by which a row is sorted; names are the longest. */
  cursorLength: 4_000,
  /** Names in `fields`. */
  fields: 300,
  searchLength: 200,
  /** Values of series in a response: measures × groups × days. */
  seriesValues: 2_000_000,
  /** Values that are read to compute series: measures × tokens × days. */
  seriesValuesRead: 20_000_000,
  /** Metrics of the rows of one response, without nested statistics: rows × metrics. */
  rowMetrics: 60_000,
} as const;
