import type { MetricSlug } from "../metrics/catalogue";

/** Resources whose series are told by the loans themselves. */
export type LentResource = "pools" | "loans";

export const isLent = (resource: string | null | undefined): resource is LentResource =>
  resource === "pools" || resource === "loans";

/** What loans tell of every day: each says when it was made and how much was lent, but only what is left of it now. */
export const loanSeriesMetric: MetricSlug = "cumulative_issued_amount_dollar";
