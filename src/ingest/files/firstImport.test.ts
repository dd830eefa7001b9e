/** A first import, which has nothing to compare with, checks and stores a file as one beside stored values does. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { importFiles } from "./importFiles";

const TODAY = "2026-03-31";
const catalog = catalogOf({
  networks: [network(1, "ethereum")],
  assets: [asset(101, "alpha"), asset(102, "beta")],
  tokens: [token(1011, "alpha", "ethereum"), token(1021, "beta", "ethereum")],
});

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
  await loadCatalog(test.store, catalog);
});
afterAll(() => test.close());

const line = fc.record({
  entity: fc.constantFrom("alpha", "alpha-ethereum", "beta"),
  metric: fc.constantFrom(
    "price_dollar",
    "total_supply_token",
    "circulating_supply_token",
    "apy_7_day_percent",
  ),
  day: fc.integer({ min: 1, max: 9 }),
  // Some break the relations between metrics, and from day to day.
  value: fc.constantFrom(1, 2, 3, 50, 4_000, 1e9),
});

/** Imports a file, beside a figure of another time of every asset if it says so. */
async function imported(content: string, isFirst: boolean) {
  await test.reset();
  if (!isFirst) {
    const stored = ["entity,metric,date,value", "alpha,holding_addresses_count,2020-01-01,5"];
    const path = await test.file(
      "stored.csv",
      [...stored, "beta,holding_addresses_count,2020-01-01,5"].join("\n"),
    );
    await importFiles(test.store, catalog, { files: [path], today: TODAY });
  }
  const path = await test.file("new.csv", content);
  const { files } = await importFiles(test.store, catalog, { files: [path], today: TODAY });
  const { sourceId, milliseconds: _, ...report } = files[0] as (typeof files)[number];
  const of = { id: sourceId };
  return {
    report: { ...report },
    observations: await test.store.rows(
      `SELECT asset_id, token_id, metric_id, date, provider, value FROM observations FINAL
        WHERE source_id = {id:UInt32} ORDER BY ALL`,
      of,
    ),
    quarantine: await test.store.rows(
      "SELECT line, field, kind, reason, raw FROM quarantine FINAL WHERE source_id = {id:UInt32} ORDER BY ALL",
      of,
    ),
  };
}

it("checks and stores the same values, whether anything was stored before or not", {
  timeout: 600_000,
}, async () => {
  const files = fc.record({
    lines: fc.array(line, { minLength: 5, maxLength: 60 }),
    isDistinct: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(files, async ({ lines, isDistinct }) => {
      const key = ({ entity, metric, day }: (typeof lines)[number]) => `${entity},${metric},2026-03-0${day}`;
      const kept = isDistinct ? [...new Map(lines.map((one) => [key(one), one])).values()] : lines;
      const rows = kept.map((one) => `${key(one)},${one.value}`);
      const content = ["entity,metric,date,value", ...rows].join("\n");
      expect(await imported(content, true)).toEqual(await imported(content, false));
    }),
    { numRuns: Number(process.env.SEQUENCES ?? 8), endOnFailure: true },
  );
});
