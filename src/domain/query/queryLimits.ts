/** Procedures that one request may call. */
export const MAX_BATCHED_CALLS = 20;
/** Rejected rows that the command line prints at most: they are held in memory. */
export const MOST_QUARANTINED_AT_ONCE = 1_000_000;

/** Bounds of a v4 query. They are published in every `/meta`, so that a client can read them. */
export const queryLimits = {
  /** Groups inside groups. */
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
  /** Rows of every field and metric that a page may always have, where a resource sets no bound of its own. */
  maxPerPage: 100,
  /** Rows that a page may have where they are narrow. */
  maxNarrowPerPage: 5_000,
  /** Values of a page, by which it is told how many rows it may have: a field counts one, a metric one for each part. */
  pageValues: 200_000,
  maxPage: 1_000_000,
  /** Characters of a cursor: the values that a row is sorted by, of which names are the longest. */
  cursorLength: 4_000,
  /** Names in `fields`. */
  fields: 300,
  searchLength: 200,
  /** Values that series may hold: measures × groups × days. */
  seriesValues: 2_000_000,
  /** Values that may be read for them: measures × tokens × days. */
  seriesValuesRead: 20_000_000,
  /** Metrics of the rows of one answer, nested statistics left aside: rows × metrics. */
  rowMetrics: 60_000,
} as const;
