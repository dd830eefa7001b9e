/** Conditions as text, the same in names of watches, email and pages. */
import { type MetricSlug, metricByName } from "../metrics/catalogue";
import { figureText, figureWords } from "../metrics/figureWords";
import type { Metric } from "../metrics/metric";
import { formatCount } from "../text/formatCount";
import { PEG_METRIC } from "./watchKinds";
import type { WatchCondition } from "./watchSchema";

/** `1 day`, `30 days`. */
export const daysWords = (count: number) => formatCount(count, "day");
/** The label of a metric, by its slug. */
export const metricLabel = (slug: string) => metricByName(slug)?.label ?? slug;
/** A difference of two values of a metric in full: of shares and rates in percentage points. */
export const differenceWords = (value: number, metric: Metric | undefined) =>
  metric?.unit === "percent"
    ? `${figureText(value, "count", metric.format)} percentage points`
    : figureWords(value, metric);

/** The metric of a condition; null for none. */
export const metricOfCondition = (condition: WatchCondition): MetricSlug | null => {
  if (condition.kind === "depeg") return PEG_METRIC;
  return "metric" in condition ? (metricByName(condition.metric)?.slug ?? null) : null;
};

/** A condition in a few words: `Price below $0.99`. */
export function conditionWords(condition: WatchCondition): string {
  switch (condition.kind) {
    case "threshold":
      return `${metricLabel(condition.metric)} ${condition.direction} ${figureWords(condition.value, metricByName(condition.metric))}`;
    case "change": {
      const metric = metricByName(condition.metric);
      const size =
        condition.by === "percent"
          ? figureText(condition.value, "percent")
          : differenceWords(condition.value, metric);
      const way = { up: "up", down: "down", either: "up or down" }[condition.direction];
      return `${metricLabel(condition.metric)} ${way} ${size} or more in ${daysWords(condition.days)}`;
    }
    case "staleness":
      return `${metricLabel(condition.metric)} not updated for ${daysWords(condition.days)}`;
    case "depeg":
      return `Price more than ${figureText(condition.percent, "percent")} from $1`;
    case "attestation_overdue":
      return "Attestation overdue";
    case "new_token":
      return "New token";
    case "new_asset":
      return "New asset";
    case "event":
      return "Incident or corporate action";
    case "check":
      return "A check opens or is resolved";
  }
}
