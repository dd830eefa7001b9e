/** Default number of rows per page. A separate module, because every page parses its URL with it. */
export const DEFAULT_PER_PAGE = 50;
export const perPageChoices = [25, 50, 100] as const;
/** Limit of rows per page in a URL: a page of thousands of rows has megabytes. Files contain every row. */
export const MOST_PER_PAGE = Math.max(...perPageChoices);
