/** Figures as of earlier publications: random changes, whose published rows are recorded, and read again afterwards. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, isoDay } from "#domain/days";
import { levelParts, metricByName, weightParts } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { datedRows, HISTORY_EDITION, type MarketStore, publishedRows, readPublication } from "#stores";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { keepDatedFigures } from "../dated/publicationLog";
import { markAssetsDirty } from "../observations/dirtyAssets";
import { removeObservationsOf, removeSampleObservations } from "../observations/removeObservations";
import { nextRowVersion } from "../rowVersion";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { createDatedEntities } from "./datedEntities";
import { deriveDailyMetrics } from "./deriveDailyMetrics";

const START = Date.UTC(2024, 0, 1);
const DAYS = 60;
const dateOf = (day: number) => isoDay(START + day * DAY_MS);
const TODAY = dateOf(DAYS + 20);

const ASSETS = [101, 102, 103];
const METRICS = [
  "total_supply_token",
  "price_dollar",
  "net_asset_value_dollar",
  "daily_transfer_volume_dollar",
  "apy_7_day_percent",
  "holding_addresses_count",
];

const catalog = catalogOf({
  networks: [network(1, "ethereum"), network(3, "polygon")],
  assets: ASSETS.map((id) => asset(id, `a-${id}`)),
  tokens: ASSETS.flatMap((id) => [
    token(id * 10, `a-${id}`, "ethereum"),
    token(id * 10 + 1, `a-${id}`, "polygon"),
  ]),
});

const imported = fc.record({
  kind: fc.constant("import" as const),
  series: fc.array(
    fc.record({
      assetId: fc.constantFrom(...ASSETS),
      listing: fc.integer({ min: 0, max: 2 }),
      metric: fc.constantFrom(...METRICS),
      value: fc.integer({ min: 1, max: 999 }).map((cents) => cents / 100),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  first: fc.integer({ min: 0, max: DAYS - 1 }),
  length: fc.integer({ min: 1, max: 30 }),
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("all" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("today" as const), day: fc.integer({ min: 1, max: DAYS }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("kill" as const), after: fc.integer({ min: 1, max: 60 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

async function observe({ series, first, length, source, isSample }: Step & { kind: "import" }) {
  const rows = series.flatMap(({ assetId, listing, metric, value }) =>
    Array.from({ length }, (_, i) => first + i)
      .filter((day) => day < DAYS)
      .map((day) => ({
        asset_id: assetId,
        token_id: [ASSET_LISTING_OFFSET + assetId, assetId * 10, assetId * 10 + 1][listing],
        metric_id: metricByName(metric)?.id,
        is_sample: isSample,
        date: dateOf(day),
        provider: isSample ? "" : `p${source}`,
        value: value + day / 100,
        source_id: isSample ? 9 : source,
      })),
  );
  const unique = new Map(rows.map((row) => [`${row.token_id} ${row.metric_id} ${row.date}`, row]));
  const version = await nextRowVersion(test.store);
  await markAssetsDirty(test.store, {
    assetIds: [...new Set(rows.map((row) => row.asset_id))],
    from: () => dateOf(first),
    version,
  });
  await test.store.insert(
    "observations",
    [...unique.values()].map((row) => ({ ...row, version })),
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

const linesOf = async (store: MarketStore, sql: string): Promise<string> =>
  Buffer.from(await store.bytes(sql, "TSV")).toString();
/** Without FINAL: a row must not be read twice. */
const dailyRows = (store: MarketStore) => linesOf(store, `SELECT ${DAILY} FROM daily_metrics ORDER BY ALL`);
const entityRows = (store: MarketStore) =>
  linesOf(store, `SELECT ${ENTITY} FROM entity_metrics ORDER BY ALL`);

interface Recorded {
  version: number;
  horizon: string;
  daily: string;
  entities: string;
}

async function publishedNow(): Promise<Recorded> {
  const version = (await readPublication(test.store))?.upTo ?? 0;
  const [logged] = await test.store.rows<{ horizon: string }>(
    "SELECT horizon FROM publications WHERE version = {version:UInt64}",
    { version },
  );
  return {
    version,
    horizon: logged?.horizon ?? "missing",
    daily: await dailyRows(test.store),
    entities: await entityRows(test.store),
  };
}

async function asOf(version: number, entities: number | null = null): Promise<MarketStore> {
  const published = publishedRows(await readPublication(test.store));
  return test.store.seeing(datedRows(published, { version, entities }));
}

/** Applies a step, and publishes what follows from it, or is killed before. */
async function apply(one: Step, today: string): Promise<void> {
  if (one.kind === "import") await observe(one);
  else if (one.kind === "remove")
    await removeObservationsOf(test.store, { sourceId: one.source, from: dateOf(one.from) });
  else if (one.kind === "remove sample") await removeSampleObservations(test.store);
  const store = one.kind === "kill" ? killedAfter(test.store, one.after) : test.store;
  const assetIds = one.kind === "all" ? "all" : "dirty";
  await deriveDailyMetrics(store, { assetIds, today }).catch((error: unknown) => {
    if (!String(error).includes("killed")) throw error;
  });
}

it("reads every publication as it was", { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      await test.reset();
      await test.store.run("TRUNCATE TABLE observed_series");
      await loadCatalog(test.store, catalog);
      // Other assets, so that those of the steps are a small part of all.
      await test.store.run(
        `INSERT INTO observations (asset_id, token_id, metric_id, date, is_sample, value, source_id, version)
          SELECT 200 + number % 20, ${ASSET_LISTING_OFFSET} + 200 + number % 20, ${metricByName("price_dollar")?.id}, toDate32('2024-01-01') + intDiv(number, 20), 0, number, 8, 1
          FROM numbers(200)`,
      );
      let today = TODAY;
      await deriveDailyMetrics(test.store, { assetIds: "all", today });
      const recorded = [await publishedNow()];
      for (const one of steps) {
        if (one.kind === "today") today = dateOf(one.day);
        await apply(one, today);
        const now = await publishedNow();
        if (now.version !== recorded.at(-1)?.version) recorded.push(now);
      }
      const entitiesAt = createDatedEntities(test.store, () => "1");
      for (const { version, horizon, daily, entities } of recorded) {
        expect(await dailyRows(await asOf(version))).toBe(daily);
        const edition = await entitiesAt({ version, horizon });
        expect(await entityRows(await asOf(version, edition))).toBe(entities);
      }
      const logged = await test.store.compactRows<[string]>(
        "SELECT version FROM publications ORDER BY version",
      );
      expect(logged.map(([version]) => Number(version))).toEqual(recorded.map(({ version }) => version));
    }),
    { numRuns: Number(process.env.SEQUENCES ?? 10), endOnFailure: true },
  );
});

const formerRows = async (): Promise<number> => {
  const [row] = await test.store
    .seeing({})
    .rows<{ n: string }>(`SELECT count() AS n FROM daily_metrics WHERE edition = ${HISTORY_EDITION}`);
  return Number(row?.n);
};

const price = (value: number, first: number): Step & { kind: "import" } => ({
  kind: "import",
  series: [{ assetId: 101, listing: 1, metric: "price_dollar", value }],
  ...{ first, length: 1, source: 1, isSample: false },
});

it("keeps only rows that differ, and none of new days", async () => {
  await test.reset();
  await test.store.run("TRUNCATE TABLE observed_series");
  await loadCatalog(test.store, catalog);
  await observe({ ...price(1, 0), length: 40 });
  await deriveDailyMetrics(test.store, { assetIds: "dirty", today: TODAY });
  await observe(price(1, 40));
  await deriveDailyMetrics(test.store, { assetIds: "dirty", today: TODAY });
  expect(await formerRows()).toBe(0);
  // One day of the token, and of what the asset as a whole shows of it; later days are written again, equally.
  const before = await test.store.compactRows(
    `SELECT metric_id, token_id FROM daily_metrics WHERE asset_id = 101 AND date = '${dateOf(20)}'`,
  );
  await observe(price(7, 20));
  await deriveDailyMetrics(test.store, { assetIds: "dirty", today: TODAY });
  expect(await formerRows()).toBe(before.length);
  // The same rows in a new edition.
  await deriveDailyMetrics(test.store, { assetIds: "all", today: TODAY });
  expect(await formerRows()).toBe(before.length);
});

it("deletes what is older than the setting, and keeps nothing with 0 days", async () => {
  await test.reset();
  await test.store.run("TRUNCATE TABLE observed_series");
  await loadCatalog(test.store, catalog);
  const publish = async (one: Step & { kind: "import" }) => {
    await observe(one);
    await deriveDailyMetrics(test.store, { assetIds: "dirty", today: TODAY });
    return publishedNow();
  };
  const first = await publish({ ...price(1, 0), length: 10 });
  const second = await publish(price(2, 3));
  const third = await publish(price(3, 3));
  await test.store.run(
    `ALTER TABLE publications UPDATE published_at = published_at - INTERVAL 30 DAY
      WHERE version < ${third.version} SETTINGS mutations_sync = 2`,
  );
  const versions = async () =>
    (await test.store.compactRows<[string]>("SELECT version FROM publications ORDER BY version")).map(([v]) =>
      Number(v),
    );
  // Ten days ago, the second one was shown.
  expect((await keepDatedFigures(test.store, { days: 10 })).deleted).toBeGreaterThan(0);
  expect(await versions()).toEqual([second.version, third.version]);
  expect(await dailyRows(await asOf(second.version))).toBe(second.daily);
  expect(first.daily).not.toBe(second.daily);
  await keepDatedFigures(test.store, { days: 0 });
  expect(await versions()).toEqual([]);
  expect(await formerRows()).toBe(0);
  await publish(price(4, 3));
  expect(await versions()).toEqual([]);
  expect(await formerRows()).toBe(0);
  // The log starts again with what is published.
  await keepDatedFigures(test.store, { days: 10 });
  const started = await publishedNow();
  expect(await versions()).toEqual([started.version]);
  await publish(price(5, 3));
  expect(await dailyRows(await asOf(started.version))).toBe(started.daily);
});
