/** A large asset at both levels within a bound of memory for each statement. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { metricOfSlug } from "#domain/metrics";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { deriveDailyMetrics } from "./deriveDailyMetrics";

const TOKENS = 60;
const DAYS = 900;
/** In bytes. Arrays over the tokens of the asset for each row, or sorts in memory, need several times as much. */
const BOUND = 700_000_000;
const metricIds = [
  "total_supply_token",
  "price_dollar",
  "daily_transfer_volume_token",
  "daily_transfer_volume_dollar",
  "daily_transfer_count",
  "daily_mints_token",
  "daily_burns_token",
] as const;

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

it("derives an asset of many tokens at both levels in bounded memory", { timeout: 300_000 }, async () => {
  const { store } = test;
  const names = Array.from({ length: TOKENS }, (_, i) => `n-${i}`);
  await loadCatalog(
    store,
    catalogOf({
      networks: names.map((name, i) => network(i + 1, name)),
      assets: [asset(101, "alpha")],
      tokens: names.map((name, i) => token(1_000 + i, "alpha", name, { is_bridged: i > 0 })),
    }),
  );
  await store.run(
    `INSERT INTO observations (asset_id, token_id, metric_id, date, is_sample, provider, value, source_id, version)
      SELECT 101, 1000 + number % ${TOKENS}, metric, toDate32('2022-01-01') + toInt32(intDiv(number, ${TOKENS})), false, '',
        1 + number % 97, 1, 1
      FROM numbers(${TOKENS * DAYS}) ARRAY JOIN {metrics:Array(UInt32)} AS metric`,
    { metrics: metricIds.map((slug) => metricOfSlug(slug).id) },
  );
  await store.run(`SET max_memory_usage = ${BOUND}`);
  const { rows } = await deriveDailyMetrics(store, { assetIds: "all", today: "2024-12-31" });
  expect(rows).toBeGreaterThan(TOKENS * DAYS * metricIds.length);
  const net = metricOfSlug("bridged_token_supply_token").id;
  const [served] = await store.rows<{ listings: string; days: string }>(
    `SELECT uniqExact(token_id) AS listings, uniqExact(date) AS days FROM daily_metrics WHERE metric_id = ${net}`,
  );
  expect(served).toEqual({ listings: "1", days: String(DAYS) });
});
