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
 * Launches as series by asset class, one point for each month from the first launch to the month of `asOf`: a month
 * without a launch has none, and is not unknown. A month is dated by its last day, the running one by `asOf`. Classes without
 * any are left out.
 *
 * @param asOf the newest day of all data, `YYYY-MM-DD`; null where there is none
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

/** Every month from one to another, both included, as `YYYY-MM`. */
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
