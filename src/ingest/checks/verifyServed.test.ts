/** Served figures compared with what their observations give. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { metricOfSlug } from "#domain/metrics";
import { indexCatalog } from "#domain/resources";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { importFiles } from "../files/importFiles";
import { markAssetsDirty } from "../observations/dirtyAssets";
import { nextRowVersion } from "../rowVersion";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { storeContents } from "../testSupport/storeContents";
import { verifyServed } from "./verifyServed";

const today = "2024-03-31";
const SUPPLY = metricOfSlug("total_supply_token").id;
const catalog = indexCatalog(
  catalogOf({
    networks: [network(1, "ethereum"), network(3, "polygon")],
    assets: [asset(101, "alpha"), asset(102, "beta")],
    tokens: [
      token(1011, "alpha", "ethereum"),
      token(1012, "alpha", "polygon"),
      token(1021, "beta", "ethereum"),
    ],
  }),
);

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
  await commit(test.store, { today }, () => loadCatalog(test.store, catalog));
  const rows = ["alpha-ethereum", "alpha-polygon", "beta-ethereum"].flatMap((entity) =>
    Array.from({ length: 20 }, (_, day) => {
      const date = `2024-01-${String(day + 1).padStart(2, "0")}`;
      return `${entity},total_supply_token,${date},${100 + day}\n${entity},price_dollar,${date},${1 + day / 100}\n${entity},daily_transfer_volume_token,${date},${7 + day}`;
    }),
  );
  const path = await test.file("rows.csv", `entity,metric,date,value\n${rows.join("\n")}\n`);
  await importFiles(test.store, catalog, { files: [path], again: false, today });
});
afterAll(() => test.close());

const verify = (assetIds: readonly number[] | null = null, limit = 20) =>
  verifyServed(test.store, { assetIds, today, limit });
/** Changes stored rows as nothing of ours does. */
const update = (table: string, set: string, where: string) =>
  test.store.run(`ALTER TABLE ${table} UPDATE ${set} WHERE ${where} SETTINGS mutations_sync = 2`);

it("finds nothing after an import, and changes nothing", async () => {
  const before = await storeContents(test.store);
  const found = await verify();
  expect(found).toMatchObject({ assets: 2, differing: 0, differences: [], pending: 0 });
  expect(found.rows).toBeGreaterThan(500);
  expect(await verify([101])).toMatchObject({ assets: 1, differing: 0 });
  expect(await storeContents(test.store)).toEqual(before);
});

it("reports a wrong daily value, a missing one, and one that should not be there", async () => {
  const row = `token_id = 1011 AND metric_id = ${SUPPLY} AND date = toDate32('2024-01-05')`;
  await update("daily_metrics", "value = value + 1", row);
  const found = await verify();
  // Current figures do not differ: they are computed from the served values of other days.
  expect(found.differences).toEqual([
    {
      subject: "token alpha-ethereum",
      metric: "total_supply_token",
      day: "2024-01-05",
      served: 105,
      computed: 104,
      table: "daily",
    },
  ]);
  expect(await verify([102])).toMatchObject({ differing: 0 });
  await test.store.run(`DELETE FROM daily_metrics WHERE ${row}`);
  expect((await verify([101])).differences).toMatchObject([{ served: null, computed: 104 }]);
  const [before] = await test.store.rows(
    `SELECT * FROM daily_metrics WHERE token_id = 1011 AND metric_id = ${SUPPLY} AND date = toDate32('2024-01-04')`,
  );
  await test.store.insert("daily_metrics", [{ ...before, date: "2024-01-05", value: 104 }]);
  expect(await verify()).toMatchObject({ differing: 0 });
});

it("reports a wrong total and a wrong past value", async () => {
  const row = `entity_type = 'network' AND entity_id = 1 AND metric_id = ${SUPPLY}`;
  await update("entity_metrics", "val = val + 1", row);
  expect((await verify()).differences).toEqual([
    {
      subject: "network 1",
      metric: "total_supply_token",
      day: "2024-01-20",
      served: 239,
      computed: 238,
      table: "current",
    },
  ]);
  // Totals are compared with everything only.
  expect(await verify([101])).toMatchObject({ differing: 0 });
  await update("entity_metrics", "val = val - 1, val_7d = 1", row);
  expect((await verify()).differences).toMatchObject([{ served: 238, computed: 238 }]);
  await update("entity_metrics", "val_7d = 224", row);
  expect(await verify()).toMatchObject({ differing: 0 });
});

it("lists as many differences as requested, counts all, and says what awaits derivation", async () => {
  await update("daily_metrics", "value = value * 2", `metric_id = ${SUPPLY} AND token_id = 1021`);
  await markAssetsDirty(test.store, { assetIds: [101], version: await nextRowVersion(test.store) });
  const found = await verify(null, 3);
  expect(found.differences).toHaveLength(3);
  expect(found.differing).toBeGreaterThanOrEqual(20);
  expect(found.pending).toBe(1);
});
