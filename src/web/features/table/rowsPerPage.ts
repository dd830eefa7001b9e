/** Rows of a page of a table, unless its address says otherwise. Apart from queries, since every page's address is read. */
export const DEFAULT_PER_PAGE = 50;
export const perPageChoices = [25, 50, 100] as const;
