/**
 * Levels that pass near known points: a curve through dated anchors, times
 * mean-reverting noise. The noise is walked from the epoch day by day, so that
 * a later end date appends days and changes none.
 */
import type { Anchor } from "../facts/anchors";
import { type DayRange, dayOf, lengthOf } from "../primitives/days";
import type { RandomStream } from "../primitives/randomStream";

/** Straight in logarithms between anchors (levels are positive), flat before the first, growing after the last. */
export function levelAt(anchors: readonly Anchor[], day: number, growthPerYearAfter = 0): number {
  const firstAnchor = anchors[0];
  if (firstAnchor === undefined) throw new RangeError("A path needs at least one anchor.");
  let [date, level] = firstAnchor;
  let from = dayOf(date);
  if (day <= from) return level;
  for (const [nextDate, nextLevel] of anchors.slice(1)) {
    const to = dayOf(nextDate);
    if (day <= to) return level * (nextLevel / level) ** ((day - from) / (to - from));
    [date, level, from] = [nextDate, nextLevel, to];
  }
  return level * (1 + growthPerYearAfter) ** ((day - from) / 365);
}

export interface NoiseOptions {
  stream: RandomStream;
  /** Names the walk among those of the stream: it runs on a fork, whose length affects no other. */
  name: string;
  dailySpread: number;
  /** Half of a shock is gone after as many days. */
  halfLifeDays: number;
}

/** A walk that is pulled back to zero. `range.first` must be the same in every run (the epoch). */
export function revertingNoise(
  range: DayRange,
  { stream, name, dailySpread, halfLifeDays }: NoiseOptions,
): Float64Array {
  const walk = stream.fork(name);
  const keep = 0.5 ** (1 / halfLifeDays);
  const noise = new Float64Array(lengthOf(range));
  // Starts at a random place of its long-run spread, so that the first days look like any others.
  let x = (walk.normal() * dailySpread) / Math.sqrt(1 - keep * keep);
  for (let i = 0; i < noise.length; i++) {
    x = x * keep + dailySpread * walk.normal();
    noise[i] = x;
  }
  return noise;
}

export interface PathOptions extends Omit<NoiseOptions, "name"> {
  anchors: readonly Anchor[];
  growthPerYearAfter?: number;
}

/** One level per day of the range. */
export function anchoredPath(range: DayRange, options: PathOptions): Float64Array {
  const path = revertingNoise(range, { ...options, name: "path" });
  const points = options.anchors.map(([date, level]) => ({ day: dayOf(date), logLevel: Math.log(level) }));
  const growth = Math.log(1 + (options.growthPerYearAfter ?? 0)) / 365;
  let next = 0;
  for (let i = 0; i < path.length; i++) {
    const day = range.first + i;
    while (next < points.length && (points[next]?.day ?? 0) < day) next++;
    const before = points[next - 1];
    const after = points[next];
    let log: number;
    if (before && after) {
      log =
        before.logLevel +
        ((after.logLevel - before.logLevel) * (day - before.day)) / (after.day - before.day);
    } else if (before) log = before.logLevel + growth * (day - before.day);
    else log = after?.logLevel ?? 0;
    path[i] = Math.exp(log + (path[i] ?? 0));
  }
  return path;
}
