import { assetClasses, type MonthCounts } from "#domain";
import { periodEndOf } from "../../charts/series/calendar";
import type { ChartMeasure, ChartSeries } from "../../charts/series/chartSeries";

const measure: ChartMeasure = {
  id: 0,
  slug: "launches",
  name: "Launches (Count)",
  label: "Launches",
  unit: "count",
  kind: "flow",
};

/**
 * Launches as series by asset class, one point per month from the first launch to the month of `asOf`. Months
 * without launches are zero, not unknown. Months are dated by their last day, the current one by `asOf`.
 * Classes without launches are omitted.
 *
 * @param asOf the latest day of all data, `YYYY-MM-DD`; null if there is none
 */
export function launchSeries({ results }: MonthCounts, asOf: string | null): ChartSeries[] {
  const [first] = results;
  if (first === undefined) return [];
  const newest = results.at(-1)?.month ?? first.month;
  const months = monthsBetween(first.month, asOf === null || asOf < newest ? newest : asOf.slice(0, 7));
  const dayOf = (month: string): string => {
    const end = periodEndOf(`${month}-01`, "month");
    return asOf?.startsWith(month) ? asOf : end;
  };
  return assetClasses.flatMap(({ id, slug, name, color }) => {
    const counts = new Map(results.flatMap((one) => (one.group === slug ? [[one.month, one.count]] : [])));
    if (counts.size === 0) return [];
    return {
      measure,
      group: { type: "asset_class", id, slug, name, color },
      points: months.map((month) => [dayOf(month), counts.get(month) ?? 0] as const),
    };
  });
}

/** Every month between two, both included, as `YYYY-MM`. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}

const monthAfter = (month: string): string => {
  const [year = 0, of = 0] = month.split("-").map(Number);
  return of === 12
    ? `${String(year + 1).padStart(4, "0")}-01`
    : `${month.slice(0, 4)}-${String(of + 1).padStart(2, "0")}`;
};
