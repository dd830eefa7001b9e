/** How far back the past values of a metric lie that every list and total carries, in days. */
export const lookbackDays = [7, 30, 90, 365] as const;

/** A look-back as it stands in names on the wire: `7d` in `chg_7d_pct`. */
export type Lookback = `${(typeof lookbackDays)[number]}d`;
export const lookbacks: readonly Lookback[] = lookbackDays.map((days): Lookback => `${days}d`);

/** A look-back as text: `30 days`, `1 year`. */
export const formatLookback = (back: Lookback): string =>
  back === "365d" ? "1 year" : `${back.replace("d", "")} days`;

/** The present value of a metric, or one of its past ones: a column of the tables that hold them. */
export type LevelPart = "val" | `val_${Lookback}`;
export const levels: readonly { part: LevelPart; daysBack: number }[] = [
  { part: "val", daysBack: 0 },
  ...lookbackDays.map((days) => ({ part: `val_${days}d` as const, daysBack: days })),
];
export const levelParts: readonly LevelPart[] = levels.map(({ part }) => part);

/** What weighs a value in means, on the value's own day: a column beside the value's, of tokens alone. */
export const weightPart = <Part extends LevelPart>(part: Part): `w_${Part}` => `w_${part}`;
export const weightParts = levelParts.map(weightPart);

/** A change since a past value: in the metric's unit, or in percent of the past value. */
export type ChangePart = `chg_${Lookback}_${"amt" | "pct"}`;

/** The changes, with the past value that each is measured from. */
export const changeParts: readonly { part: ChangePart; since: LevelPart; inPercent: boolean }[] =
  lookbacks.flatMap((back) => [
    { part: `chg_${back}_amt` as const, since: `val_${back}` as const, inPercent: false },
    { part: `chg_${back}_pct` as const, since: `val_${back}` as const, inPercent: true },
  ]);

/** Parts of a metric value, as in `holding_addresses_count.chg_30d_pct`. */
export type MetricPart = LevelPart | ChangePart;
export const metricParts: readonly MetricPart[] = [...levelParts, ...changeParts.map(({ part }) => part)];

/**
 * A metric of an entity: its value on the latest day of the data, past values, and the changes since. The
 * days are the same for every entity; values unknown on one of them are null. `_amt` is in the metric's unit;
 * `_pct` is in percent of the absolute past value, as computed, and null if the past value is unknown or
 * zero.
 */
export type MetricValue = Readonly<Record<MetricPart, number | null>>;

/** A metric value from its parts; what `part` does not know is null. */
export function metricValue(
  part: (name: MetricPart, index: number) => number | null | undefined,
): MetricValue {
  const value: Partial<Record<MetricPart, number | null>> = {};
  for (const [index, name] of metricParts.entries()) value[name] = part(name, index) ?? null;
  return value as MetricValue;
}

/**
 * A metric without known values: all parts are null, so that readers need no check before they read `val`.
 */
export const unknownMetric: MetricValue = Object.freeze(metricValue(() => null));

const changesFrom = changeParts.map(({ part, since, inPercent }) => ({
  part,
  level: levelParts.indexOf(since),
  inPercent,
}));

/** Values outside doubles are unknown. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** A metric value from its present and past values, in the order of `levelParts`, with the changes between them. */
export function metricValueOf(known: readonly (number | null)[]): MetricValue {
  const value: Partial<Record<MetricPart, number | null>> = {};
  for (const [index, part] of levelParts.entries()) value[part] = known[index] ?? null;
  const now = known[0] ?? null;
  for (const { part, level, inPercent } of changesFrom) {
    const then = known[level] ?? null;
    if (now === null || then === null || (inPercent && then === 0)) value[part] = null;
    else value[part] = finite(inPercent ? (100 * (now - then)) / Math.abs(then) : now - then);
  }
  return value as MetricValue;
}
