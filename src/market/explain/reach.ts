import { CARRY_DAYS, inputsOf, type Metric, metricById, metricOfSlug } from "#domain/metrics";

/** Metrics by id that went into a figure, with the days up to its date on which they did: one, or those of a trailing sum. */
export type Reach = ReadonlyMap<number, number>;

/**
 * Condition on rows of metrics and days that can be inputs of a figure of a day.
 *
 * @param day placeholder of the day
 * @param carries whether rows are observations, where a level is carried forward for some days
 */
export function withinReach(used: Reach, day: string, { carries = false } = {}): string {
  const byDays = new Map<number, number[]>();
  for (const [id, days] of used) {
    const carried = carries && metricById(id)?.kind === "stock" ? CARRY_DAYS : 0;
    byDays.set(days + carried, [...(byDays.get(days + carried) ?? []), id]);
  }
  const parts = [...byDays].map(
    ([days, ids]) => `metric_id IN (${ids.join(", ")}) AND date > ${day} - ${days}`,
  );
  return parts.length === 0
    ? "false"
    : `date <= ${day} AND (${parts.map((part) => `(${part})`).join(" OR ")})`;
}

/** A metric and all that it can be derived from, however far, with the days up to a date on which each may go in. */
export function reachOf(metric: Metric): Reach {
  const reach = new Map<number, number>();
  const visit = (next: Metric, days: number): void => {
    if (days <= (reach.get(next.id) ?? 0)) return;
    reach.set(next.id, days);
    for (const way of next.derive) {
      const over = way.op === "trailingSum" ? Math.max(days, way.days) : days;
      for (const slug of inputsOf(way).flat()) visit(metricOfSlug(slug), over);
    }
  };
  visit(metric, 1);
  return reach;
}
