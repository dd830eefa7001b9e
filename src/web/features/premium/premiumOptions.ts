import type { MetricSlug } from "#domain/metrics";
import type { ColumnName } from "#domain/resources";

/** How a page compares the prices of its assets with their references. */
export interface PremiumOptions {
  /** Deviation of a price from its reference, in percent. */
  metric: MetricSlug;
  /** The reference: a price, or the currency of a peg. */
  against: ColumnName<"assets">;
  /** Metric that determines the largest assets. */
  size: MetricSlug;
  /** Headings of the chart and of the table. */
  title: string;
  furthest: string;
}
