import { periodEndOf } from "../series/calendar";
import { type ChartEvent, eventKinds } from "../series/chartEvents";
import { dateOf } from "../series/daySpan";
import type { ChartPlan } from "./planChart";

/** Width of the brand relative to the plot: in the narrowest one, and above the width of a phone. */
const NARROW = 0.28;
const WIDE = 0.14;

export interface BrandPlace {
  /** Distance from the left of the plot, in percent. */
  wide: number;
  narrow: number;
}

/**
 * Position of the brand at the top of a plot so that no mark crosses it: on the left if there is space, else
 * right of the first mark with space, else in the widest gap.
 *
 * @param marks in order
 * @param axis the visible time range
 */
export function placeBrand(
  marks: readonly { time: number }[],
  { min, max }: { min: number; max: number },
): BrandPlace {
  const at = marks.map(({ time }) => (time - min) / (max - min));
  const gaps = [0, ...at].map((start, index) => ({ start, width: (at[index] ?? 1) - start }));
  const widest = gaps.reduce((best, gap) => (gap.width > best.width ? gap : best));
  const placeIn = (room: number) =>
    Math.round((gaps.find(({ width }) => width >= room) ?? widest).start * 100);
  return { wide: placeIn(WIDE), narrow: placeIn(NARROW) };
}

/** Events at one date of a chart, with one mark. */
export interface EventMark {
  /** The date of the chart. */
  date: string;
  /** The same in milliseconds. */
  time: number;
  /** Kind of the most severe event, which determines the shape. */
  kind: ChartEvent["kind"];
  /** Most severe first, then earliest. */
  events: readonly ChartEvent[];
}

/**
 * Assigns events to the dates of a chart: to the first date whose period contains or follows them, because
 * that figure is the first to reflect them. Events outside of the dates have no mark.
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
    // The latest period is incomplete: events after its latest figure belong to that figure.
    const at = index === -1 && periodEndOf(last, view.interval) >= event.date ? dates.length - 1 : index;
    if (at !== -1) byDate.set(at, [...(byDate.get(at) ?? []), event]);
  }
  const order = ({ kind, date }: ChartEvent) => `${eventKinds.indexOf(kind)}${date}`;
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
