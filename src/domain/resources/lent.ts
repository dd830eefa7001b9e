import type { MetricSlug } from "../metrics/catalogue";

/** Resources whose series are computed from the loans themselves. */
export type LentResource = "pools" | "loans";

export const isLent = (resource: string | null | undefined): resource is LentResource =>
  resource === "pools" || resource === "loans";

/**
 * The only metric of loans with a series: each loan states its start and principal, but only the current
 * outstanding amount.
 */
export const loanSeriesMetric: MetricSlug = "cumulative_issued_amount_dollar";
