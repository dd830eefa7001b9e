import { markedKinds } from "#domain";
import { periodEndOf } from "../series/calendar";
import type { ChartEvent } from "../series/chartEvents";
import { dateOf } from "../series/utcDays";
import type { ChartPlan } from "./planChart";

/** Events that stand at one date of a chart, under one mark. */
export interface EventMark {
  /** The date of the chart, one of its own. */
  date: string;
  /** Where that stands, in milliseconds. */
  time: number;
  /** Its shape: the gravest of its events. */
  kind: ChartEvent["kind"];
  /** The gravest first, and of one kind the earliest. */
  events: readonly ChartEvent[];
}

/**
 * Where events stand among the dates of a chart: at the first date whose period they fall into or come before, since that
 * figure is the first to know of them. What lies outside of the dates has no mark.
 */
export function placeEvents(
  { dates, times, view }: Pick<ChartPlan, "dates" | "times" | "view">,
  events: readonly ChartEvent[],
): EventMark[] {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return [];
  const byDate = new Map<number, ChartEvent[]>();
  for (const event of events) {
    if (event.date < first && periodEndOf(event.date, view.interval) < first) continue;
    const index = dates.findIndex((date) => date >= event.date);
    // The newest period is still running: what happens in it after its newest figure is of that figure.
    const at = index === -1 && periodEndOf(last, view.interval) >= event.date ? dates.length - 1 : index;
    if (at !== -1) byDate.set(at, [...(byDate.get(at) ?? []), event]);
  }
  const order = ({ kind, date }: ChartEvent) => `${markedKinds.indexOf(kind)}${date}`;
  return [...byDate]
    .sort(([a], [b]) => a - b)
    .map(([index, some]): EventMark => {
      const sorted = some.toSorted((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
      return {
        date: dates[index] ?? dateOf(times[index] ?? 0),
        time: times[index] ?? 0,
        kind: sorted[0]?.kind ?? "attestation",
        events: sorted,
      };
    });
}
