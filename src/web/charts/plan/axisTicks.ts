/** Ends, lines and labels of the axes of a chart. */
import { nice, ticks } from "d3-array";
import { utcTicks } from "d3-time";
import type { Interval } from "#domain/query";
import { datePart } from "../../format/formatDate";

/** A fixed locale for the labels of a value axis, so that server and browser agree. */
const LOCALE = "en-US";
const MOST_DIGITS = 8;

const wrap: Record<string, (text: string) => string> = {
  dollar: (text) => `$${text}`,
  percent: (text) => `${text}%`,
  points: (text) => `${text} pp`,
  days: (text) => `${text} d`,
};

/**
 * Formats axis values as short text (`$1.2B`, `4.5%`, `1.2M`, `30 d`), with the fewest digits that keep all
 * of them distinct and exact.
 */
export function formatAxisValues(values: readonly number[], unit: string): string[] {
  const around = wrap[unit] ?? ((text: string) => text);
  for (let digits = 0; ; digits++) {
    const format = new Intl.NumberFormat(LOCALE, {
      notation: "compact",
      maximumFractionDigits: digits,
    });
    const exact = values.every((value) => isExact(value, format, digits));
    if (!exact && digits < MOST_DIGITS) continue;
    return values.map((value) => {
      const text = around(format.format(Math.abs(value)));
      return value < 0 ? `\u2212${text}` : text;
    });
  }
}

const powers: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** True if the text of a value equals it, except for rounding errors of the last digits. */
function isExact(value: number, format: Intl.NumberFormat, digits: number): boolean {
  if (value === 0) return true;
  const text = format.format(value).replaceAll(",", "");
  const power = powers[text.at(-1) ?? ""] ?? 1;
  const read = Number.parseFloat(text) * power;
  return Math.abs(read - value) <= Math.abs(value) * 1e-9 || digits >= MOST_DIGITS;
}

export interface AxisTick {
  value: number;
  label: string;
}

export interface Axis {
  min: number;
  max: number;
  ticks: AxisTick[];
}

const VALUE_TICKS = 4;
/** Margin beyond the last value, relative to the extent. */
const HEADROOM = 0.06;

export interface ValueAxisOptions {
  /** Smallest and largest value drawn; undefined if there is none. */
  extent: readonly [number, number] | undefined;
  unit: string;
  log?: boolean;
  /** True for areas and bars; lines can start higher if all values are close together. */
  fromZero: boolean;
}

/** The value axis: includes every value, and has its lines at round numbers. */
export function valueAxis({ extent = [0, 1], unit, log = false, fromZero }: ValueAxisOptions): Axis {
  const [min, max, at] = log ? logScale(extent) : linearScale(extent, fromZero);
  const labels = formatAxisValues(at, unit);
  return { min, max, ticks: at.map((value, index) => ({ value, label: labels[index] ?? "" })) };
}

type Scale = readonly [min: number, max: number, ticks: number[]];

function linearScale([low, high]: readonly [number, number], fromZero: boolean): Scale {
  const near = !fromZero && low > 0 && low > high / 2;
  let min = near ? low : Math.min(0, low);
  let max = fromZero ? Math.max(0, high) : high;
  if (min === max) {
    // A single value, or only zeros: adds a margin around it.
    const room = min === 0 ? 1 : Math.abs(min) * 0.05;
    if (min !== 0) min -= room;
    max += room;
  }
  const [start, end] = nice(min, max, VALUE_TICKS);
  // The axis ends shortly after the last value, not at the next round number.
  const room = (max - min) * HEADROOM;
  const bottom = min === 0 ? 0 : Math.max(start, min - room);
  const top = max === 0 ? 0 : Math.min(end, max + room);
  return [bottom, top, ticks(bottom, top, VALUE_TICKS)];
}

function logScale([low, high]: readonly [number, number]): Scale {
  const first = Math.floor(Math.log10(low));
  const last = Math.max(Math.ceil(Math.log10(high)), first + 1);
  const decades = last - first;
  const step = Math.ceil(decades / (VALUE_TICKS + 1));
  const at: number[] = [];
  for (let exponent = first; exponent <= last; exponent += step) {
    at.push(10 ** exponent);
    if (decades <= 2 && exponent < last) at.push(2 * 10 ** exponent, 5 * 10 ** exponent);
  }
  return [10 ** first, 10 ** last, at];
}

export interface DateAxisOptions {
  /** All dates of the chart, in order, in milliseconds. */
  times: readonly number[];
  /** The visible part; undefined for all. */
  window?: readonly [number, number] | undefined;
  interval: Interval;
  /** True if a value is as wide as its period, and so extends half of it over each end. */
  fillsPeriod: boolean;
  /** Number of labels that fit. */
  room: number;
}

const DAY = 86_400_000;
/** Above this ratio of labels to fitting ones, they touch. */
const CROWDED = 1.5;
/** Half a label, relative to the space of one. */
const EDGE = 0.24;

/** The date axis. Bars, months and years are labelled at their positions, finer intervals at round dates. */
export function dateAxis({ times, window, interval, fillsPeriod, room }: DateAxisOptions): Axis {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? first;
  const margin = fillsPeriod || first === last ? smallestStep(times) / 2 : 0;
  const min = window?.[0] ?? first - margin;
  const max = window?.[1] ?? last + margin;
  const inView = times.filter((time) => time >= min && time <= max);
  const coarse = interval === "month" || interval === "year";
  const atData = coarse || inView.length <= room || (fillsPeriod && inView.length <= 4 * room);
  const at = atData
    ? everyNth(inView, Math.ceil(inView.length / room))
    : roundDates(new Date(min), new Date(max), room);
  // A label at the edge would be cut off. The fewer fit, the larger the part of the axis that each takes.
  const legible = at.filter((time) => time - min >= ((max - min) * EDGE) / room);
  return { min, max, ticks: labelDates(legible, atData ? interval : "day") };
}

/**
 * Round dates can be half or twice the requested number; too many are thinned to the number that fits,
 * keeping January.
 */
function roundDates(min: Date, max: Date, room: number): number[] {
  const few = utcTicks(min, max, room);
  const dates = few.length * 2 > room ? few : utcTicks(min, max, 2 * room);
  const step = Math.ceil(dates.length / (room * CROWDED));
  const january = dates.findIndex((date) => date.getUTCMonth() === 0 && date.getUTCDate() === 1);
  return dates
    .filter((_, index) => (index - Math.max(january, 0)) % step === 0)
    .map((date) => date.getTime());
}

/** Every nth from the latest back, in order. */
const everyNth = (times: readonly number[], n: number): number[] =>
  times.filter((_, index) => (times.length - 1 - index) % n === 0);

function smallestStep(times: readonly number[]): number {
  let step = Number.POSITIVE_INFINITY;
  for (let index = 1; index < times.length; index++) {
    step = Math.min(step, (times[index] ?? 0) - (times[index - 1] ?? 0));
  }
  return Number.isFinite(step) ? step : DAY;
}

function labelDates(at: readonly number[], interval: Interval): AxisTick[] {
  const dates = at.map((time) => new Date(time));
  const monthly = interval === "month" || dates.every((date) => date.getUTCDate() === 1);
  const yearly =
    interval === "year" ||
    (interval !== "month" && dates.every((date) => date.getUTCMonth() === 0 && date.getUTCDate() === 1));
  return dates.map((date, index) => {
    const year = date.getUTCFullYear();
    const newYear = index > 0 && dates[index - 1]?.getUTCFullYear() !== year;
    const label = yearly
      ? String(date.getUTCFullYear())
      : monthly
        ? index === 0 || newYear
          ? datePart.monthYear(date)
          : datePart.month(date)
        : newYear && date.getUTCMonth() === 0 && date.getUTCDate() === 1
          ? String(date.getUTCFullYear())
          : datePart.dayMonth(date);
    return { value: date.getTime(), label };
  });
}
