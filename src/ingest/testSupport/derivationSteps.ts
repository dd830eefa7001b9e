/** Random changes of a small market: imports, restatements, removals, catalog changes, precedence and new days. */
import fc from "fast-check";
import type { Catalog } from "#domain/catalog";
import { DAY_MS, isoDay } from "#domain/days";
import { metricById, metricByName } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { precedenceScope, precedenceScopes } from "#domain/vocabulary";
import type { MarketStore, SourcePrecedence } from "#stores";
import { loadCatalog } from "../catalog/loadCatalog";
import { declarePrecedence } from "../observations/declarePrecedence";
import { markAssetsDirty } from "../observations/dirtyAssets";
import { removeObservationsOf, removeSampleObservations } from "../observations/removeObservations";
import { nextRowVersion } from "../rowVersion";
import { removeSelected } from "../undo/removeSelected";
import { asset, catalogOf, network, token } from "./catalogBuilder";
import type { createObservedModel, ModelAsset, ModelRow, ModelRule } from "./observedModel";

export const START = Date.UTC(2024, 0, 1);
export const DAYS = 70;
export const dateOf = (day: number) => isoDay(START + day * DAY_MS);
export const TODAY = dateOf(DAYS + 20);

export const ASSETS = [101, 102, 103, 104];
export const METRICS = [
  "total_supply_token",
  "circulating_supply_token",
  "bridged_token_supply_token",
  "price_dollar",
  "net_asset_value_dollar",
  "market_value_dollar",
  "daily_transfer_volume_token",
  "daily_transfer_volume_dollar",
  "daily_transfer_count",
  "daily_mints_dollar",
  "daily_burns_dollar",
  "bridge_inflow_dollar",
  "apy_7_day_percent",
  "holding_addresses_count",
];

/** Whether the second token of an asset is bridged from the first. */
const hasBridged = (id: number) => id >= 103;

export interface CatalogFacts {
  deployed: number | null;
  isStablecoin: boolean;
  name: string;
  hasSecondToken: boolean;
}

export const catalogWith = ({ deployed, isStablecoin, name, hasSecondToken }: CatalogFacts): Catalog =>
  catalogOf({
    networks: [network(1, "ethereum"), network(3, "polygon")],
    assets: ASSETS.map((id) =>
      asset(id, `a-${id}`, {
        ...(id === 101 ? { name, asset_class: isStablecoin ? "stablecoins" : "treasuries" } : {}),
      }),
    ),
    tokens: ASSETS.flatMap((id) => [
      token(id * 10, `a-${id}`, "ethereum", {
        deployed_date: id === 102 && deployed !== null ? dateOf(deployed) : null,
      }),
      ...(id !== 103 || hasSecondToken
        ? [token(id * 10 + 1, `a-${id}`, "polygon", { is_bridged: hasBridged(id) })]
        : []),
    ]),
  });

const assetId = fc.constantFrom(...ASSETS);
const observation = fc.record({
  assetId,
  listing: fc.integer({ min: 0, max: 2 }),
  metric: fc.constantFrom(...METRICS),
  value: fc.integer({ min: 1, max: 999 }).map((cents) => cents / 100),
});
/** Observations of some days in a row of several series. */
const imported = fc.record({
  kind: fc.constant("import" as const),
  series: fc.array(observation, { minLength: 1, maxLength: 8 }),
  first: fc.integer({ min: 0, max: DAYS - 1 }),
  length: fc.integer({ min: 1, max: 40 }),
  step: fc.integer({ min: 1, max: 10 }),
  source: fc.integer({ min: 1, max: 3 }),
  isSample: fc.boolean(),
});
const precedenceRule = fc.record({
  of: fc.constantFrom("asset" as const, "class" as const, "all" as const),
  metric: fc.option(fc.constantFrom(...METRICS)),
  asset: assetId,
  providers: fc.uniqueArray(fc.constantFrom("p1", "p2", "p3"), { minLength: 1 }),
});
/** Assets of one class. */
const CLASS = ASSETS.slice(0, 2);

const metricIdOf = (slug: string | null) => (slug === null ? null : (metricByName(slug)?.id ?? null));

/** The rules of a step, as the model has them. */
export const modelRules = ({ rules }: Step & { kind: "precedence" }): ModelRule[] =>
  rules.map(({ of, metric, asset: id, providers }) => ({
    of,
    metricId: metricIdOf(metric),
    assetIds: of === "asset" ? [id] : of === "class" ? CLASS : ASSETS,
    providers,
  }));

/** The same rules as the store has them. */
const storedRules = (one: Step & { kind: "precedence" }): SourcePrecedence =>
  modelRules(one)
    .map(({ of, metricId, assetIds, providers }) => ({
      scope: precedenceScope(of === "all" ? null : of, { isOfMetric: metricId !== null }),
      metricId,
      assetIds: of === "all" ? null : [...assetIds],
      providers: [...providers],
    }))
    .toSorted((a, b) => precedenceScopes.indexOf(a.scope) - precedenceScopes.indexOf(b.scope));

/** A change of what is derived. */
export const step = fc.oneof(
  { weight: 6, arbitrary: imported },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("remove" as const),
      source: fc.integer({ min: 1, max: 3 }),
      from: fc.integer({ min: 0, max: DAYS }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("undo" as const),
      source: fc.integer({ min: 1, max: 3 }),
      from: fc.integer({ min: 0, max: DAYS }),
      length: fc.integer({ min: 1, max: DAYS }),
      metrics: fc.subarray(METRICS, { maxLength: 3 }),
      assetIds: fc.subarray(ASSETS, { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove sample" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("catalog" as const),
      deployed: fc.option(fc.integer({ min: 0, max: DAYS })),
      isStablecoin: fc.boolean(),
      name: fc.constantFrom("One", "Two"),
      hasSecondToken: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("precedence" as const),
      rules: fc.uniqueArray(precedenceRule, {
        maxLength: 6,
        selector: ({ of, metric, asset }) => [metric, of, of === "asset" ? asset : null].join(" "),
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("today" as const), day: fc.integer({ min: 1, max: DAYS }) }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Rows of `observations`, but for their version. */
function importedRows({ series, first, length, step: every, source, isSample }: Step & { kind: "import" }) {
  const rows = series.flatMap(({ assetId: id, listing, metric, value }) => {
    const listings = listingsOf(id);
    const days = Array.from({ length: Math.ceil(length / every) }, (_, i) => first + i * every);
    return days
      .filter((day) => day < DAYS)
      .map((day) => ({
        asset_id: id,
        token_id: listings[listing] as number,
        metric_id: metricByName(metric)?.id as number,
        is_sample: isSample,
        date: dateOf(day),
        provider: isSample ? "" : `p${source}`,
        value: value + day / 100,
        source_id: isSample ? 9 : source,
      }));
  });
  return [...new Map(rows.map((row) => [`${row.token_id} ${row.metric_id} ${row.date}`, row])).values()];
}

/** The listings of an asset: as a whole, and by token. */
const listingsOf = (id: number) => [ASSET_LISTING_OFFSET + id, id * 10, id * 10 + 1];

/** Writes observations, and marks their assets. */
export async function observe(store: MarketStore, one: Step & { kind: "import" }) {
  const unique = importedRows(one);
  const version = await nextRowVersion(store);
  const firstDays = new Map<number, string>();
  for (const { asset_id, date } of unique) {
    const known = firstDays.get(asset_id);
    if (known === undefined || date < known) firstDays.set(asset_id, date);
  }
  await markAssetsDirty(store, {
    assetIds: [...firstDays.keys()],
    from: (id) => firstDays.get(id) ?? "1900-01-01",
    version,
  });
  await store.insert(
    "observations",
    unique.map((row) => ({ ...row, version })),
  );
}

/** What a catalog says of the assets. */
export const assetsWith = ({ deployed, isStablecoin, hasSecondToken }: CatalogFacts): ModelAsset[] =>
  ASSETS.map((id) => ({
    id,
    tokens: [
      { id: id * 10, deployed: id === 102 ? deployed : null, isBridged: false },
      ...(id !== 103 || hasSecondToken
        ? [{ id: id * 10 + 1, deployed: null, isBridged: hasBridged(id) }]
        : []),
    ],
    isDollarCoin: id === 101 && isStablecoin,
  }));

const isOfStep = (one: Step & { kind: "undo" }) => (row: ModelRow) =>
  row.source_id === one.source &&
  !row.is_sample &&
  row.date >= dateOf(one.from) &&
  row.date <= dateOf(one.from + one.length) &&
  (one.metrics.length === 0 || one.metrics.includes(metricById(row.metric_id)?.slug ?? "")) &&
  (one.assetIds.length === 0 || one.assetIds.includes(row.asset_id));

/** Changes a store and the model in the same way. `today` is the caller's. */
export async function applyStep(
  one: Step,
  { store, model }: { store: MarketStore; model: ReturnType<typeof createObservedModel> },
): Promise<void> {
  switch (one.kind) {
    case "import":
      model.write(importedRows(one));
      return observe(store, one);
    case "remove":
      model.remove((row) => row.source_id === one.source && row.date >= dateOf(one.from));
      await removeObservationsOf(store, { sourceId: one.source, from: dateOf(one.from) });
      return;
    case "undo": {
      model.remove(isOfStep(one));
      const [from, to] = [dateOf(one.from), dateOf(one.from + one.length)];
      const metricIds = one.metrics.map((name) => metricByName(name)?.id as number);
      const selection = {
        sourceIds: [one.source],
        from,
        to,
        metricIds,
        assetIds: one.assetIds,
        listingIds: [],
      };
      await removeSelected(store, { selection, day: TODAY });
      return;
    }
    case "remove sample":
      model.remove((row) => row.is_sample);
      await removeSampleObservations(store);
      return;
    case "catalog":
      await loadCatalog(store, catalogWith(one));
      return;
    case "precedence":
      await declarePrecedence(store, storedRules(one));
  }
}
