/** Results of checks as text, the same on pages, in the API and in email. */
import { metricById } from "../metrics/catalogue";
import { figureWords } from "../metrics/figureWords";
import { formatCount } from "../text/formatCount";
import type { CheckSlug } from "./checks";

export interface CheckFacts {
  check: CheckSlug;
  /** `USDX on Ethereum`. */
  subject: string;
  metricId: number;
  /** First and last day, `YYYY-MM-DD`. */
  date: string;
  lastDate: string;
  value: number;
  bound: number;
  /** The metric that `bound` is a value of, if it is another one. */
  boundMetricId: number | null;
}

/** `Top 5 holders of USDX on Ethereum: 40%, more than Top 10 holders, 30%. 2026-02-01 to 2026-02-03.` */
export function checkStatement(facts: CheckFacts): string {
  const { date, lastDate, subject, metricId } = facts;
  const metric = metricById(metricId);
  const days = date === lastDate ? date : `${date} to ${lastDate}`;
  return `${metric?.label ?? metricId} of ${subject}: ${findingWords(facts)}. ${days}.`;
}

function findingWords({ check, metricId, value, bound, boundMetricId }: CheckFacts): string {
  const metric = metricById(metricId);
  const words = (figure: number) => figureWords(figure, metric);
  const days = (count: number) => formatCount(count, "day");
  switch (check) {
    case "outside_limits":
      return `${words(value)}, ${value > bound ? "above the most it can be" : "below the least it can be"}, ${words(bound)}`;
    case "exceeds_whole": {
      const whole = boundMetricId === null ? undefined : metricById(boundMetricId);
      return `${words(value)}, more than ${whole?.label ?? boundMetricId}, ${figureWords(bound, whole)}`;
    }
    case "both_levels":
      return `${words(value)} for the asset as a whole and ${words(bound)} for its tokens are both served`;
    case "parts_differ":
      return `the total is ${words(value)}, the sum of its parts ${words(bound)}`;
    case "counted_twice":
      return `${words(value)}, the same as another address on the network`;
    case "implausible_change":
      return `${words(value)} after ${words(bound)}`;
    case "gap":
      return `no figures on ${days(value)} in a row`;
    case "stale_price":
      return `last reported ${days(value)} before the latest day`;
    case "frozen_price":
      return `${words(value)}, unchanged for ${bound} days or more`;
    case "supply_differs":
      return `${words(value)} by its transfers, ${words(bound)} by its contract`;
    case "repeated_flow":
      return `${words(value)}, the same as on the day before`;
  }
}
