/** How the data API marks sample data. */

/** Field of rows, totals and series: whether any of their figures is sample data. */
export const SAMPLE_FIELD = "is_sample";

/** Field of transactions whose block can still be replaced. */
export const PENDING_FIELD = "is_pending";
/** Header that is `true` in responses and files with sample data. */
export const SAMPLE_HEADER = "X-Cadastre-Sample";
/** Header with the data version at which a response is right. */
export const DATA_VERSION_HEADER = "X-Cadastre-Data-Version";
