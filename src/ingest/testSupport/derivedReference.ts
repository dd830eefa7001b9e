/**
 * A second implementation of the derivation: plain loops over a few days, written from the rules and not from the SQL.
 */
import { type Derivation, inputsOf, metricByName, metrics } from "#domain/metrics";

const SUPPLIES = ["total_supply_token", "circulating_supply_token"];

export interface Cell {
  value: number;
  carried: boolean;
  derived: boolean;
  rank: number;
}
/** metric → listing → day → cell */
export type ReferenceTable = Map<string, Map<number, (Cell | undefined)[]>>;
/** metric → listing → day → value */
export type Observed = Map<string, Map<number, Map<number, number>>>;

export interface ObservedAsset {
  observed: Observed;
  /** Its listing as a whole, and those of its tokens. */
  whole: number;
  tokens: readonly number[];
  /** Day of deployment of each token; null where the catalog does not state it. */
  deployed: readonly (number | null)[];
  isDollarCoin: boolean;
  /** Native tokens of an asset with bridged ones; empty for other assets. */
  native: readonly number[];
  /** Days up to the horizon, from 0. */
  days: number;
}

/** The values of an asset, as the rules say. */
export function reference({
  observed,
  whole,
  tokens,
  deployed,
  isDollarCoin,
  native,
  days: dayCount,
}: ObservedAsset): ReferenceTable {
  const listings = [whole, ...tokens];
  const table: ReferenceTable = new Map();
  const column = (slug: string, listing: number) => {
    const byListing = table.get(slug) ?? new Map<number, (Cell | undefined)[]>();
    table.set(slug, byListing);
    const cells = byListing.get(listing) ?? Array.from<Cell | undefined>({ length: dayCount });
    byListing.set(listing, cells);
    return cells;
  };
  const firstObserved = (listing: number) =>
    Math.min(...[...observed.values()].flatMap((byListing) => [...(byListing.get(listing)?.keys() ?? [])]));
  const countsFrom = (listing: number) => {
    const stated = deployed[tokens.indexOf(listing)] ?? null;
    return stated === null ? 0 : Math.min(stated, firstObserved(listing));
  };
  const expected = (day: number) => tokens.filter((t) => day >= countsFrom(t));
  /** Whether every token that there is on a day is among those given. */
  const areAll = (day: number, known: readonly number[]) =>
    expected(day).length > 0 && expected(day).every((t) => known.includes(t));
  /** The values of a series on each day, gaps filled, from a day on. */
  const fill = (slug: string, listing: number, from = 0) => {
    const points = observed.get(slug)?.get(listing) ?? new Map<number, number>();
    const cells = Array.from<Cell | undefined>({ length: dayCount });
    const days = [...points.keys()].filter((day) => day >= from).sort((a, b) => a - b);
    for (const [i, day] of days.entries()) {
      const value = points.get(day) as number;
      cells[day] = { value, carried: false, derived: false, rank: 0 };
      const next = days[i + 1] ?? dayCount;
      if (metricByName(slug)?.kind !== "stock" || next - day - 1 > 7) continue;
      for (let d = day + 1; d < next; d += 1) cells[d] = { value, carried: true, derived: false, rank: 0 };
    }
    return cells;
  };
  for (const { slug, appliesToTokens } of metrics) {
    const ofWhole = fill(slug, whole);
    const own = new Map(tokens.map((t) => [t, fill(slug, t)]));
    const lent = new Map(tokens.map((t) => [t, fill(slug, whole, countsFrom(t))]));
    for (let day = 0; day < dayCount; day += 1) {
      const known = tokens.filter((t) => own.get(t)?.[day] !== undefined);
      const wholeIsServed = ofWhole[day] !== undefined && !areAll(day, known);
      if (wholeIsServed) column(slug, whole)[day] = ofWhole[day];
      for (const t of tokens) {
        const cell = own.get(t)?.[day];
        if (appliesToTokens) column(slug, t)[day] = cell ?? lent.get(t)?.[day];
        else if (!wholeIsServed) column(slug, t)[day] = cell;
      }
    }
  }
  const metricsOf = (listing: number) =>
    [...observed].flatMap(([slug, byListing]) => ((byListing.get(listing)?.size ?? 0) > 0 ? [slug] : []));
  const hasTokens = tokens.some((t) => metricsOf(t).length > 0);
  const hasAmounts = metricsOf(whole).some((slug) => metricByName(slug)?.appliesToTokens === false);
  const firstDayOf = (slug: string, t: number) =>
    Math.min(Number.POSITIVE_INFINITY, ...(observed.get(slug)?.get(t)?.keys() ?? []));
  const reportsNetSupply = (t: number) => {
    const first = firstDayOf("bridged_token_supply_token", t);
    return first < Number.POSITIVE_INFINITY && SUPPLIES.every((supply) => first <= firstDayOf(supply, t));
  };
  /** Whether figures of the asset as a whole are computed beside those of its tokens. */
  const hasWhole = hasTokens && (hasAmounts || !native.every(reportsNetSupply));
  // Prices known on tokens only also serve amounts known for the asset as a whole.
  const inputs = new Set(metrics.flatMap(({ derive }) => derive.flatMap(inputsOf)).flat());
  const amounts = metrics.filter((m) => !m.appliesToTokens && (m.derive.length > 0 || inputs.has(m.slug)));
  const unitValues = metrics.filter((m) => m.appliesToTokens && m.derive.length === 0 && inputs.has(m.slug));
  for (const { slug } of unitValues) {
    for (let day = 0; day < dayCount; day += 1) {
      const amount =
        amounts.some((m) => column(m.slug, whole)[day] !== undefined) ||
        (hasWhole && native.some((t) => SUPPLIES.some((supply) => column(supply, t)[day] !== undefined)));
      const known = tokens.flatMap((t) => column(slug, t)[day] ?? []);
      if (!amount || column(slug, whole)[day] !== undefined || known.length === 0) continue;
      const value = known.reduce((sum, cell) => sum + cell.value, 0) / known.length;
      column(slug, whole)[day] = { value, carried: known.some((c) => c.carried), derived: true, rank: 1 };
    }
  }
  const compute = (
    way: Derivation,
    listing: number,
    day: number,
  ): { value: number; carried: boolean } | undefined => {
    if ("unlessLocked" in way && native.includes(listing)) return undefined;
    if (way.op === "sumOfNative") {
      if (listing !== whole || !hasWhole) return undefined;
      const there = native.filter((t) => expected(day).includes(t));
      const cells = there.map((t) => column(way.of, t)[day]).filter((c) => c !== undefined);
      if (cells.length < there.length || there.length === 0) return undefined;
      return { value: cells.reduce((sum, c) => sum + c.value, 0), carried: cells.some((c) => c.carried) };
    }
    if (way.op === "copy") return column(way.of, listing)[day];
    if (way.op === "copyReported") {
      const cell = column(way.of, listing)[day];
      return cell?.derived === false ? cell : undefined;
    }
    if (way.op === "trailingSum") {
      const from = Math.max(0, day - way.days + 1);
      const onDays = (listing: number) => column(way.of, listing).slice(from, day + 1);
      // Days of both levels add up for the asset as a whole only.
      const isOfWhole = onDays(whole).some((c) => c !== undefined);
      if (isOfWhole !== (listing === whole)) return undefined;
      const summed = isOfWhole ? listings : [listing];
      if (summed.every((l) => column(way.of, l)[day] === undefined)) return undefined;
      const value = summed.flatMap(onDays).reduce((sum, c) => sum + (c?.value ?? 0), 0);
      return { value, carried: false };
    }
    const inputs = inputsOf(way).map((input) =>
      input.map((slug) => column(slug, listing)[day]).find((c) => c !== undefined),
    );
    if (inputs.some((cell) => cell === undefined)) return undefined;
    if (way.op === "excessOverDollar" && !isDollarCoin) return undefined;
    const cells = inputs as Cell[];
    const [first = Number.NaN, second = Number.NaN] = cells.map((c) => c.value);
    const value = {
      product: () => cells.reduce((product, c) => product * c.value, 1),
      difference: () => first - second,
      ratio: () => first / second,
      excess: () => (100 * (first - second)) / second,
      excessOverDollar: () => 100 * (first - 1),
      share: () => (first === second && second !== 0 ? 100 : (100 * first) / second),
    }[way.op]();
    // A division by zero is unknown.
    return !Number.isFinite(value)
      ? undefined
      : {
          value,
          carried: cells.some((c) => c.carried),
        };
  };
  const done = new Set<string>(metrics.filter((m) => m.derive.length === 0).map((m) => m.slug));
  const ready = (way: Derivation) =>
    inputsOf(way)
      .flat()
      .every((slug) => done.has(slug));
  while (done.size < metrics.length) {
    for (const metric of metrics) {
      if (done.has(metric.slug) || !metric.derive.every(ready)) continue;
      for (let day = 0; day < dayCount; day += 1) {
        for (const listing of listings) {
          const cells = column(metric.slug, listing);
          for (const [i, way] of metric.derive.entries()) {
            const found = cells[day] === undefined ? compute(way, listing, day) : undefined;
            if (found !== undefined && found.value <= (metric.most ?? Number.POSITIVE_INFINITY))
              cells[day] = { ...found, derived: true, rank: i + 1 };
          }
        }
        if (metric.across.rule !== "sum") continue;
        const rank = (listing: number) => column(metric.slug, listing)[day]?.rank ?? 255;
        const known = tokens.filter((t) => rank(t) < 255);
        const wholeWins =
          rank(whole) < 255 && (!areAll(day, known) || rank(whole) < Math.min(...tokens.map(rank)));
        for (const listing of wholeWins ? tokens : [whole]) column(metric.slug, listing)[day] = undefined;
      }
      done.add(metric.slug);
    }
  }
  return table;
}
