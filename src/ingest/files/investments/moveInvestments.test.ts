import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { indexCatalog } from "#domain";
import { loadCatalog } from "../../catalog/loadCatalog";
import { readDataVersion } from "../../dataVersion";
import { loadSample } from "../../sample/loadSample";
import { asset, catalogOf } from "../../testSupport/catalogBuilder";
import { openTestStore, type TestStore } from "../../testSupport/testStore";
import { importFiles } from "../importFiles";
import { moveInvestments } from "./moveInvestments";

const catalog = catalogOf({
  assets: Array.from({ length: 12 }, (_, index) =>
    asset(201 + index, `credit-${index}`, { asset_class: "private-credit", is_investable: true }),
  ),
});

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await test.store.run("TRUNCATE TABLE investments");
  await loadCatalog(test.store, catalog);
});

const listed = () =>
  test.store.compactRows("SELECT slug, status, name, target_dollar FROM investments FINAL ORDER BY slug");

it("follows the dates of imported investments, once, and moves the data version", async () => {
  const path = await test.file(
    "offers.csv",
    [
      "slug,name,opens_date,closes_date,target_dollar,status",
      "ended,Ended,2026-01-01,2026-04-30,1,",
      "last-day,Last day,2026-01-01,2026-05-01,2,",
      "opens,Opens,2026-05-01,,3,",
      "said,Said to be upcoming,2026-01-01,,4,upcoming",
      "short,Short,2026-04-02,2026-04-03,5,",
      "tomorrow,Tomorrow,2026-05-02,2026-06-01,6,",
    ].join("\n"),
  );
  await importFiles(test.store, catalog, { files: [path], today: "2026-03-31" });
  const before = await readDataVersion(test.store);
  expect(await moveInvestments(test.store, { today: "2026-05-01" })).toEqual({ opened: 2, closed: 2 });
  expect(await listed()).toEqual([
    ["last-day", "live", "Last day", 2],
    ["opens", "live", "Opens", 3],
    ["said", "live", "Said to be upcoming", 4],
    ["tomorrow", "upcoming", "Tomorrow", 6],
  ]);
  const moved = await readDataVersion(test.store);
  expect(moved).toBeGreaterThan(before);
  expect(await moveInvestments(test.store, { today: "2026-05-01" })).toEqual({ opened: 0, closed: 0 });
  expect(await readDataVersion(test.store)).toBe(moved);
});

it("leaves sample investments to the sample", async () => {
  const sampled = indexCatalog(catalog);
  await loadCatalog(test.store, sampled);
  await loadSample(test.store, sampled, { today: "2026-03-30", days: 40 });
  const before = await listed();
  expect(before.length).toBeGreaterThan(0);
  expect(await moveInvestments(test.store, { today: "2030-01-01" })).toEqual({ opened: 0, closed: 0 });
  expect(await listed()).toEqual(before);
});
