/** Rows of a page of a table, unless its address says otherwise. Apart from queries, since every page's address is read. */
export const DEFAULT_PER_PAGE = 50;
export const perPageChoices = [25, 50, 100] as const;
/** An address that asks for more gets so many: a page of thousands of rows is megabytes. Files have every row. */
export const MOST_PER_PAGE = Math.max(...perPageChoices);
