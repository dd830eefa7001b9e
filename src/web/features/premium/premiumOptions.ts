import type { ColumnName, MetricSlug } from "#domain";

/** How a page shows the prices of its assets against their references. */
export interface PremiumOptions {
  /** How far a price is above or below its reference, in percent. */
  metric: MetricSlug;
  /** What it is measured against: a price, or the currency of a peg. */
  against: ColumnName<"assets">;
  /** By which the largest assets are the largest. */
  size: MetricSlug;
  /** Headings of the chart and of the table. */
  title: string;
  furthest: string;
}
