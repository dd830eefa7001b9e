import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { indexCatalog } from "#domain/resources";
import { openTestStore, type TestStore } from "../../../../tests/support/ingestStore";
import { loadCatalog } from "../../catalog/loadCatalog";
import { commit } from "../../commit";
import { readDataVersion } from "../../dataVersion";
import { loadSample } from "../../sample/loadSample";
import { asset, catalogOf } from "../../testSupport/catalogBuilder";
import { importFiles } from "../importFiles";
import { importSummary } from "../importReport";
import { moveInvestments } from "./moveInvestments";
import { storeInvestments } from "./storeInvestments";

const TODAY = "2026-03-31";
const catalog = catalogOf({
  assets: [asset(101, "alpha", { asset_class: "private-credit" }), asset(102, "beta")],
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

const run = async (content: string, { name = "offers.csv", today = TODAY } = {}) => {
  const path = await test.file(name, content);
  const report = await importFiles(test.store, catalog, { files: [path], today });
  return { ...report, file: report.files[0] as (typeof report.files)[number] };
};
const listed = async () =>
  (
    await test.store.compactRows<unknown[]>(
      `SELECT slug, name, asset_slug, asset_class_slug, status, opens_date, closes_date, target_dollar,
        target_yield_percent, is_sample FROM investments FINAL ORDER BY slug`,
    )
  ).map((row) => row.map(String).join(" | "));
const idOf = async (slug: string) =>
  (
    await test.store.rows<{ id: number }>("SELECT id FROM investments FINAL WHERE slug = {slug:String}", {
      slug,
    })
  )[0]?.id;
const quarantined = () =>
  test.store.compactRows<[string, string, string]>(
    "SELECT line, field, reason FROM quarantine FINAL ORDER BY line, field",
  );

const HEADER = "slug,name,asset,opens_date,closes_date,target_dollar,target_yield_percent";

it("lists the offerings of a file, live or upcoming by their dates, with the class of their asset", async () => {
  const { file, ok, derived, unserved } = await run(
    [
      HEADER,
      'alpha-1,"Alpha, series 1",alpha,2026-01-01,2026-12-31,5000000,8.25',
      "alpha-2,Alpha 2,asset-101,2026-06-01,,,",
      "beta-1,Beta 1,102,2026-03-31,2026-03-31,1e6,",
    ].join("\n"),
  );
  expect(ok).toBe(true);
  expect(file).toMatchObject({ content: "investment", rowsRead: 3, valuesAccepted: 2, rowsRefused: 1 });
  expect(await listed()).toEqual([
    "alpha-1 | Alpha, series 1 | alpha | private-credit | live | 2026-01-01 | 2026-12-31 | 5000000 | 8.25 | false",
    "beta-1 | Beta 1 | beta | treasuries | live | 2026-03-31 | 2026-03-31 | 1000000 | null | false",
  ]);
  expect(await quarantined()).toEqual([["3", "asset", 'the catalog has no asset "asset-101"']]);
  expect(derived.dataVersion).toBe(await readDataVersion(test.store));
  expect(importSummary({ files: [file], derived, unserved, superseded: 0, ok })).toContain(
    "2 investments accepted (0 unchanged), 1 row rejected",
  );
});

it("changes nothing the second time, and replaces offerings that a later file changes", async () => {
  const text = `${HEADER}\nalpha-1,Alpha 1,alpha,2026-06-01,,5000000,\nbeta-1,Beta 1,beta,2026-01-01,,,`;
  const first = await run(text);
  const id = await idOf("alpha-1");
  const again = await run(text);
  expect(again.file).toMatchObject({ valuesAccepted: 2, valuesUnchanged: 2 });
  expect(again.derived.dataVersion).toBe(first.derived.dataVersion);
  // A month later: one has opened, the other is closed.
  const later = `${HEADER},status\nalpha-1,Alpha one,alpha,2026-06-01,,5000000,,\nbeta-1,Beta 1,beta,2026-01-01,,,,closed`;
  const { file, derived } = await run(later, { name: "later.csv", today: "2026-06-30" });
  expect(file).toMatchObject({ valuesAccepted: 2, valuesUnchanged: 0, rowsRefused: 0 });
  expect(Number(derived.dataVersion)).toBeGreaterThan(Number(first.derived.dataVersion));
  expect(await listed()).toEqual([
    "alpha-1 | Alpha one | alpha | private-credit | live | 2026-06-01 | null | 5000000 | null | false",
  ]);
  expect(await idOf("alpha-1")).toBe(id);
});

it("finds a row unchanged that says nothing of a nullable field, as when the field is new", async () => {
  const row = {
    slug: "alpha-1",
    name: "Alpha 1",
    status: "live",
    opens_date: "2026-01-01",
    is_sample: false,
  };
  const investments = [{ slug: "alpha-1", isClosed: false, row }];
  const store = async (version: number) =>
    (
      await commit(test.store, { today: TODAY }, () =>
        storeInvestments(test.store, { investments, sourceId: 1, version }),
      )
    ).written;
  expect(await store(1)).toEqual({ unchanged: 0 });
  expect(await store(2)).toEqual({ unchanged: 1 });
  expect(await listed()).toEqual([
    "alpha-1 | Alpha 1 | null | null | live | 2026-01-01 | null | null | null | false",
  ]);
});

it("publishes a list with the data version after an import that ended between writing and moving it", async () => {
  const before = await readDataVersion(test.store);
  const offers = `${HEADER}\nalpha-1,Alpha 1,alpha,2026-01-01,,,`;
  const files = [
    await test.file("offers.csv", offers),
    await test.file("figures.csv", "entity,metric,date,value\nalpha,total_supply_token,2026-01-01,1"),
  ];
  const ended = importFiles(test.store, catalog, {
    files,
    today: TODAY,
    onProgress: ({ file }) => {
      if (file.endsWith("figures.csv")) throw new Error("ended");
    },
  });
  await expect(ended).rejects.toThrow("ended");
  expect(await listed()).toHaveLength(0);
  expect(await readDataVersion(test.store)).toBe(before);
  const { file, derived } = await run(offers);
  expect(file).toMatchObject({ valuesUnchanged: 1 });
  expect(await listed()).toHaveLength(1);
  expect(derived.dataVersion).toBeGreaterThan(before);
});

it("quarantines rows with every field that does not fit, and takes the others", async () => {
  const { file, ok } = await run(
    [
      `${HEADER},status,note`,
      "Alpha 1,Alpha 1,alpha,2026-01-01,,,,,x",
      ",,gamma,2026-02-30,,-1,ten,paused,",
      "alpha-2,Alpha 2,alpha,2026-05-01,2026-04-30,,,,",
      "alpha-3,Alpha 3,alpha,2026-05-01,,,",
      "alpha-4,Alpha 4,alpha,2026-05-01,,,,upcoming,",
      "alpha-4,Alpha four,alpha,2026-05-01,,,,upcoming,",
      "alpha-4,Alpha 4,alpha,2026-05-01,,,,upcoming,again",
    ].join("\n"),
  );
  expect(ok).toBe(true);
  expect(await quarantined()).toEqual([
    ["2", "slug", '"Alpha 1" is not a slug: use up to 120 lower-case letters, digits and single hyphens'],
    ["3", "asset", 'the catalog has no asset "gamma"'],
    ["3", "name", "the name is missing"],
    ["3", "opens_date", '"2026-02-30" is not a calendar date'],
    ["3", "slug", "the slug is missing"],
    ["3", "status", '"paused" is not a status: use live, upcoming, closed'],
    ["3", "target_dollar", "-1 is negative; target_dollar cannot be"],
    ["3", "target_yield_percent", '"ten" is not a number'],
    ["4", "closes_date", "2026-04-30 is before 2026-05-01, the first day"],
    ["5", "", "the row has 7 fields, the header 9"],
    ["7", "slug", "alpha-4 is described differently on line 6: the first is used"],
  ]);
  expect(file).toMatchObject({ rowsRead: 7, rowsRefused: 5, valuesAccepted: 1 });
  expect(file.skippedColumns).toEqual([{ column: "note", reason: "not a column of investments" }]);
  expect((await listed()).map((row) => row.split(" | ")[1])).toEqual(["Alpha 4"]);
});

it("reads JSON Lines whose later objects have more keys, and rejects a header with a repeated column", async () => {
  const lines = [
    { slug: "alpha-1", name: "Alpha 1", opens_date: "2026-01-01" },
    { slug: "beta-1", name: "Beta 1", opens_date: "2026-01-01", asset: "beta", target_yield_percent: 4.5 },
  ];
  const { file } = await run(lines.map((line) => JSON.stringify(line)).join("\n"), { name: "offers.jsonl" });
  expect(file).toMatchObject({ valuesAccepted: 2, rowsRefused: 0, skippedColumns: [] });
  expect(await listed()).toEqual([
    "alpha-1 | Alpha 1 | null | null | live | 2026-01-01 | null | null | null | false",
    "beta-1 | Beta 1 | beta | treasuries | live | 2026-01-01 | null | null | 4.5 | false",
  ]);
  const twice = await run("slug,name,opens_date,name\na,A,2026-01-01,A", { name: "twice.csv" });
  expect(twice.file.error).toBe('The file has more than one column "name": column names must be unique');
});

it("follows the dates of imported investments, once, and moves the data version", async () => {
  const { derived } = await run(
    [
      `${HEADER},status`,
      "ended,Ended,,2026-01-01,2026-04-30,1,,",
      "last-day,Last day,,2026-01-01,2026-05-01,2,,",
      "opens,Opens,,2026-05-01,,3,,",
      "said,Said to be upcoming,,2026-01-01,,4,,upcoming",
      "short,Short,,2026-04-02,2026-04-03,5,,",
      "tomorrow,Tomorrow,,2026-05-02,2026-06-01,6,,",
    ].join("\n"),
  );
  expect(await moveInvestments(test.store, { today: "2026-05-01" })).toEqual({ opened: 2, closed: 2 });
  expect(await listed()).toEqual([
    "last-day | Last day | null | null | live | 2026-01-01 | 2026-05-01 | 2 | null | false",
    "opens | Opens | null | null | live | 2026-05-01 | null | 3 | null | false",
    "said | Said to be upcoming | null | null | live | 2026-01-01 | null | 4 | null | false",
    "tomorrow | Tomorrow | null | null | upcoming | 2026-05-02 | 2026-06-01 | 6 | null | false",
  ]);
  const moved = await readDataVersion(test.store);
  expect(moved).toBeGreaterThan(Number(derived.dataVersion));
  expect(await moveInvestments(test.store, { today: "2026-05-01" })).toEqual({ opened: 0, closed: 0 });
  expect(await readDataVersion(test.store)).toBe(moved);
});

it("removes closed offerings from the list, along with their earlier values", async () => {
  await run(`${HEADER}\nalpha-1,Alpha 1,alpha,2026-01-01,2026-12-31,,`);
  await run(`${HEADER}\nalpha-1,Alpha 1,alpha,2026-01-01,2026-04-30,,`, { name: "later.csv" });
  expect(await moveInvestments(test.store, { today: "2026-05-01" })).toEqual({ opened: 0, closed: 1 });
  expect(await listed()).toEqual([]);
});

it("leaves no sample investments beside imported ones, now or later, and goes with its source", async () => {
  const sampled = indexCatalog(
    catalogOf({
      assets: Array.from({ length: 12 }, (_, index) =>
        asset(201 + index, `credit-${index}`, { asset_class: "private-credit", is_investable: true }),
      ),
    }),
  );
  await loadCatalog(test.store, sampled);
  await loadSample(test.store, sampled, { today: "2026-03-30", days: 40 });
  const samples = await listed();
  expect(samples.length).toBeGreaterThan(0);
  expect(await moveInvestments(test.store, { today: "2030-01-01" })).toEqual({ opened: 0, closed: 0 });
  expect(await listed()).toEqual(samples);
  const path = await test.file("own.csv", "slug,name,opens_date\nown-1,Own 1,2026-01-01");
  await importFiles(test.store, sampled, { files: [path], today: TODAY });
  const own = ["own-1 | Own 1 | null | null | live | 2026-01-01 | null | null | null | false"];
  expect(await listed()).toEqual(own);
  await loadSample(test.store, sampled, { today: TODAY, days: 40 });
  expect(await listed()).toEqual(own);
});

it("rejects rows that are marked as sample data", async () => {
  const { file } = await run(
    [
      `${HEADER},is_sample`,
      "alpha-1,Alpha 1,alpha,2026-01-01,,,,true",
      "beta-1,Beta 1,beta,2026-01-01,,,,false",
    ].join("\n"),
  );
  expect(file).toMatchObject({
    valuesAccepted: 1,
    rowsRefused: 1,
    refusals: [{ kind: "sample data", firstLine: 2 }],
  });
});
