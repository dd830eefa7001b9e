/**
 * Incremental derivation against a derivation from nothing: random sequences of imports, restatements, removals, catalog
 * changes, new days and kills must end in the same rows.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Catalog } from "#domain/catalog";
import { DAY_MS, isoDay } from "#domain/days";
import { levelParts, metricByName, weightParts } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import type { MarketStore } from "#stores";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { readDataVersion } from "../dataVersion";
import { declarePrecedence } from "../observations/declarePrecedence";
import { markAssetsDirty } from "../observations/dirtyAssets";
import { removeObservationsOf, removeSampleObservations } from "../observations/removeObservations";
import { nextRowVersion } from "../rowVersion";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { deriveDailyMetrics } from "./deriveDailyMetrics";

const START = Date.UTC(2024, 0, 1);
const DAYS = 70;
const dateOf = (day: number) => isoDay(START + day * DAY_MS);
const TODAY = dateOf(DAYS + 20);

const ASSETS = [101, 102, 103, 104];
const METRICS = [
  "total_supply_token",
  "circulating_supply_token",
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

interface CatalogFacts {
  deployed: number | null;
  isStablecoin: boolean;
  name: string;
  hasSecondToken: boolean;
}

const catalogWith = ({ deployed, isStablecoin, name, hasSecondToken }: CatalogFacts): Catalog =>
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
      ...(id !== 103 || hasSecondToken ? [token(id * 10 + 1, `a-${id}`, "polygon")] : []),
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
const step = fc.oneof(
  { weight: 6, arbitrary: imported },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("remove" as const),
      source: fc.integer({ min: 1, max: 3 }),
      from: fc.integer({ min: 0, max: DAYS }),
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
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("precedence" as const), first: fc.constantFrom("p1", "p2") }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("today" as const), day: fc.integer({ min: 1, max: DAYS }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("kill" as const), after: fc.integer({ min: 1, max: 60 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

async function observe(
  store: MarketStore,
  { series, first, length, step: every, source, isSample }: Step & { kind: "import" },
) {
  const rows = series.flatMap(({ assetId: id, listing, metric, value }) => {
    const listings = [ASSET_LISTING_OFFSET + id, id * 10, id * 10 + 1];
    const days = Array.from({ length: Math.ceil(length / every) }, (_, i) => first + i * every);
    return days
      .filter((day) => day < DAYS)
      .map((day) => ({
        asset_id: id,
        token_id: listings[listing],
        metric_id: metricByName(metric)?.id,
        is_sample: isSample,
        date: dateOf(day),
        provider: isSample ? "" : `p${source}`,
        value: value + day / 100,
        source_id: isSample ? 9 : source,
      }));
  });
  const unique = [
    ...new Map(rows.map((row) => [`${row.token_id} ${row.metric_id} ${row.date}`, row])).values(),
  ];
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

/** A store whose statements fail from the n-th writing one on, as in a process that was killed. */
function killedAfter(store: MarketStore, statements: number): MarketStore {
  let left = statements;
  const write = <A extends unknown[], R>(run: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      left -= 1;
      if (left < 0) throw new Error("killed");
      return run(...args);
    };
  };
  const killed = (one: MarketStore): MarketStore => ({
    ...one,
    run: write(one.run),
    insert: write(one.insert),
    insertTabSeparated: write(one.insertTabSeparated),
    seeing: (conditions) => killed(one.seeing(conditions)),
  });
  return killed(store);
}

const DAILY = "metric_id, asset_id, token_id, date, value, carried, derived, is_sample, source_id";
const ENTITY = `entity_type, entity_id, metric_id, as_of, first_day, reported, ${[...levelParts, ...weightParts].join(", ")}, is_sample`;

async function servedRows(): Promise<{ daily: string[]; entities: string[] }> {
  const read = async (sql: string) =>
    Buffer.from(await test.store.bytes(sql, "TSV"))
      .toString()
      .trimEnd()
      .split("\n");
  return {
    daily: await read(`SELECT ${DAILY} FROM daily_metrics FINAL ORDER BY ALL`),
    entities: await read(`SELECT ${ENTITY} FROM entity_metrics FINAL ORDER BY ALL`),
  };
}

/** A store that runs a check after every statement that writes. */
function checkedAfterWrites(store: MarketStore, check: () => Promise<void>): MarketStore {
  const write = <A extends unknown[], R>(run: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      const result = await run(...args);
      await check();
      return result;
    };
  };
  return {
    ...store,
    run: write(store.run),
    insert: write(store.insert),
    insertTabSeparated: write(store.insertTabSeparated),
    seeing: (conditions) => checkedAfterWrites(store.seeing(conditions), check),
  };
}

it("shows visitors all of a change with its data version, or none of it", { timeout: 300_000 }, async () => {
  await test.reset();
  await loadCatalog(
    test.store,
    catalogWith({ deployed: null, isStablecoin: false, name: "One", hasSecondToken: true }),
  );
  const { visitors } = test.store;
  const view = async () => {
    const [rows] = await visitors.rows(
      `SELECT (SELECT (count(), sum(cityHash64(${DAILY}))) FROM daily_metrics) AS daily,
        (SELECT (count(), sum(cityHash64(entity_type, entity_id, metric_id, as_of, ifNull(val, 0)))) FROM entity_metrics) AS entities`,
    );
    return JSON.stringify(rows);
  };
  const change = (first: number, length: number, source: number) =>
    observe(test.store, {
      kind: "import",
      series: ASSETS.flatMap((id) =>
        METRICS.slice(0, 6).map((metric) => ({ assetId: id, listing: 1, metric, value: id + source })),
      ),
      ...{ first, length, step: 1, source, isSample: false },
    });
  const runs: [first: number, length: number, source: number, assetIds: "dirty" | "all"][] = [
    [0, 60, 1, "dirty"],
    [60, 1, 1, "dirty"],
    [40, 3, 3, "dirty"],
    [10, 20, 2, "all"],
  ];
  for (const [first, length, source, assetIds] of runs) {
    await change(first, length, source);
    const states: [version: number, seen: string][] = [[await readDataVersion(test.store), await view()]];
    const watched = checkedAfterWrites(test.store, async () => {
      states.push([await readDataVersion(test.store), await view()]);
    });
    const { dataVersion } = await deriveDailyMetrics(watched, { assetIds, today: TODAY });
    const [before, after] = [states[0]?.[1], await view()];
    expect(after).not.toBe(before);
    for (const [version, seen] of states) expect(seen).toBe(version === dataVersion ? after : before);
  }
});

/** Some of the rows that are in one list only. */
const differences = (ours: readonly string[], theirs: readonly string[]): string[] => {
  const [own, other] = [new Set(ours), new Set(theirs)];
  return [
    ...ours.filter((row) => !other.has(row)).map((row) => `incremental only: ${row}`),
    ...theirs.filter((row) => !own.has(row)).map((row) => `from nothing only: ${row}`),
  ].slice(0, 20);
};

const imports = (
  series: [listing: number, metric: string, value: number][],
  days: { first: number; length: number; step: number; source: number },
): Step => ({
  kind: "import",
  series: series.map(([listing, metric, value]) => ({ assetId: 102, listing, metric, value })),
  ...days,
  isSample: false,
});
/** A figure that was reported is only carried from an earlier first day on, once later days are left out. */
const earlierFirstDay: Step[] = [
  imports(
    [
      [1, "daily_transfer_volume_token", 6.07],
      [2, "apy_7_day_percent", 8.48],
    ],
    { first: 11, length: 37, step: 10, source: 1 },
  ),
  imports(
    [
      [1, "price_dollar", 4.43],
      [0, "total_supply_token", 3.16],
      [2, "bridge_inflow_dollar", 1.95],
    ],
    { first: 48, length: 12, step: 3, source: 1 },
  ),
  imports(
    [
      [1, "daily_transfer_volume_dollar", 7.38],
      [1, "apy_7_day_percent", 4.44],
    ],
    { first: 51, length: 40, step: 3, source: 2 },
  ),
  { kind: "today", day: 50 },
];

it("ends in the same rows as a derivation from nothing", { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      await test.reset();
      await test.store.run("TRUNCATE TABLE observed_series");
      await loadCatalog(
        test.store,
        catalogWith({ deployed: null, isStablecoin: false, name: "One", hasSecondToken: true }),
      );
      // Other assets, so that those of the steps are a small part of all.
      await test.store.run(
        `INSERT INTO observations (asset_id, token_id, metric_id, date, is_sample, value, source_id, version)
          SELECT 200 + number % 20, 2000 + number % 20, ${metricByName("price_dollar")?.id}, toDate32('2024-01-01') + intDiv(number, 20), 0, number, 8, 1
          FROM numbers(200)`,
      );
      let today = TODAY;
      await deriveDailyMetrics(test.store, { assetIds: "all", today });
      for (const one of steps) {
        if (one.kind === "import") await observe(test.store, one);
        else if (one.kind === "remove")
          await removeObservationsOf(test.store, { sourceId: one.source, from: dateOf(one.from) });
        else if (one.kind === "remove sample") await removeSampleObservations(test.store);
        else if (one.kind === "catalog") await loadCatalog(test.store, catalogWith(one));
        else if (one.kind === "precedence") await declarePrecedence(test.store, [one.first]);
        else if (one.kind === "today") today = dateOf(one.day);
        if (one.kind === "kill") {
          const killed = killedAfter(test.store, one.after);
          await deriveDailyMetrics(killed, { assetIds: "dirty", today }).catch((error: unknown) => {
            if (!String(error).includes("killed")) throw error;
          });
        } else await deriveDailyMetrics(test.store, { assetIds: "dirty", today });
      }
      await deriveDailyMetrics(test.store, { assetIds: "dirty", today });
      const incremental = await servedRows();
      await deriveDailyMetrics(test.store, { assetIds: "all", today });
      const fromNothing = await servedRows();
      expect(differences(incremental.daily, fromNothing.daily)).toEqual([]);
      expect(differences(incremental.entities, fromNothing.entities)).toEqual([]);
    }),
    {
      examples: [[earlierFirstDay]],
      numRuns: Number(process.env.SEQUENCES ?? 10),
      endOnFailure: true,
    },
  );
});
