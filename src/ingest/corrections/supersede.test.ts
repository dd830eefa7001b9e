/** Values that were marked as wrong: what is stored, served and explained, and what later imports and undos do to them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { metricOfSlug } from "#domain/metrics";
import { indexCatalog } from "#domain/resources";
import { createMarket, explainFigure } from "#market";
import { generalPrecedence } from "#stores";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { deriveDailyMetrics } from "../derive/deriveDailyMetrics";
import { importFiles } from "../files/importFiles";
import { importSummary } from "../files/importReport";
import { assignProvider } from "../observations/assignProvider";
import { declarePrecedence } from "../observations/declarePrecedence";
import { removeObservationsOf } from "../observations/removeObservations";
import { loadSample } from "../sample/loadSample";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { storeContents } from "../testSupport/storeContents";
import { listImports } from "../undo/importedSources";
import { selectForUndo } from "../undo/selectForUndo";
import { undoImport } from "../undo/undoImport";
import { listMarks } from "./listMarks";
import { findValue, restoreValue, supersedeValue, type ValueRequest } from "./supersede";
import { reportSupersession } from "./supersedePreview";

const today = "2024-01-31";
const PRICE = metricOfSlug("price_dollar").id;
const catalog = indexCatalog(
  catalogOf({
    networks: [network(1, "ethereum")],
    assets: [asset(101, "alpha"), asset(102, "beta")],
    tokens: [token(1011, "alpha", "ethereum"), token(1021, "beta", "ethereum")],
  }),
);

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await commit(test.store, { today }, () => loadCatalog(test.store, catalog));
});

async function importRows(
  name: string,
  rows: readonly string[],
  { provider, again }: { provider?: string; again?: boolean } = {},
) {
  const path = await test.file(name, `entity,metric,date,value\n${rows.join("\n")}\n`);
  return importFiles(test.store, catalog, { files: [path], provider, again: again === true, today });
}
const alpha = (...values: number[]) =>
  values.map((value, day) => `alpha-ethereum,price_dollar,2024-01-0${day + 1},${value}`);

const ofDay = (day: number, source: string | null = null): ValueRequest => ({
  entity: "alpha-ethereum",
  metric: "price_dollar",
  date: `2024-01-0${day}`,
  source,
});

async function supersede(request: ValueRequest, reason = "Wrong currency") {
  const stored = await findValue(test.store, catalog, request);
  const { mark } = await supersedeValue(test.store, {
    stored,
    reason,
    actor: "operator",
    signature: "the operator",
    today,
  });
  await expectDerived();
  return mark.id;
}
const restore = async (id: number) => {
  const { isServedAgain } = await restoreValue(test.store, { id, actor: "operator", today });
  await expectDerived();
  return isServedAgain;
};
async function undo(source: string) {
  const everything = { from: null, to: null, metrics: [], entities: [] };
  const { selection } = await selectForUndo(test.store, catalog, { source, ...everything });
  const removed = await undoImport(test.store, selection, { today });
  await expectDerived();
  return removed;
}
/** What was derived from the changed days on is what would be derived of everything. */
async function expectDerived() {
  const served = await storeContents(test.store);
  await deriveDailyMetrics(test.store, { assetIds: "all", today });
  expect(await storeContents(test.store)).toEqual(served);
}

const stored = () =>
  test.store.compactRows<[number, string, number]>(
    `SELECT toDayOfMonth(date), provider, value FROM observations FINAL
      WHERE NOT is_sample AND metric_id = ${PRICE} ORDER BY ALL`,
  );
/** Prices of the token: day, value, whether it is carried. */
const served = () =>
  test.store.compactRows<[number, number, boolean]>(
    `SELECT toDayOfMonth(date), value, carried FROM daily_metrics
      WHERE token_id = 1011 AND metric_id = ${PRICE} AND date <= '2024-01-03' ORDER BY date`,
  );
const states = async () =>
  (await listMarks(test.store, catalog)).map(({ value, state, corrected }) => [value, state, corrected]);
const explain = (date: string | null = null) =>
  explainFigure(createMarket({ store: test.store }), {
    metric: "price_dollar",
    entityType: "token",
    entityId: 1011,
    date,
  });

describe("a value that is marked as wrong", () => {
  it("is not used, and counts again as before once the mark is lifted", async () => {
    await importRows("prices.csv", alpha(1, 99, 3));
    const contents = async () => {
      const { superseded_values: _, ...rest } = await storeContents(test.store);
      return rest;
    };
    const before = await contents();
    const id = await supersede(ofDay(2));
    expect(await served()).toEqual([
      [1, 1, false],
      [2, 1, true],
      [3, 3, false],
    ]);
    expect(await states()).toEqual([[99, "superseded", null]]);
    expect(await restore(id)).toBe(true);
    expect(await contents()).toEqual(before);
    expect(await states()).toEqual([[99, "restored", null]]);
    await expect(restore(id)).rejects.toThrow(`The mark ${id} was lifted on `);
    await expect(restore(1)).rejects.toThrow("There is no mark 1.");
  });

  it("is explained with the reason, who and when, and not as an observation", async () => {
    await importRows("prices.csv", alpha(1, 99, 3));
    const id = await supersede(ofDay(2), "In cents");
    const explanation = await explain("2024-01-02");
    expect(explanation).toMatchObject({
      value: 1,
      carried: true,
      observations: [{ date: "2024-01-01", value: 1 }],
    });
    expect(explanation.superseded).toEqual([
      expect.objectContaining({
        date: "2024-01-02",
        value: 99,
        metric: "price_dollar",
        token_id: 1011,
        source_id: "files",
        reason: "In cents",
        by: "the operator",
        at: expect.stringMatching(/^20\d\d-.*Z$/),
      }),
    ]);
    expect((await explain("2024-01-01")).superseded).toEqual([]);
    await restore(id);
    expect((await explain("2024-01-02")).superseded).toEqual([]);
  });

  it("is explained with the newest figure if it would be newer", async () => {
    await importRows("prices.csv", alpha(1, 99));
    await supersede(ofDay(2));
    expect(await explain()).toMatchObject({ value: 1, date: "2024-01-01", superseded: [{ value: 99 }] });
    expect((await explain("2024-01-01")).superseded).toEqual([]);
  });

  it("is explained where the figure has no other value", async () => {
    await importRows("prices.csv", alpha(99));
    await supersede(ofDay(1));
    expect(await explain()).toMatchObject({ value: null, observations: [], superseded: [{ value: 99 }] });
  });

  it("gives way to the value of another source", async () => {
    await declarePrecedence(test.store, generalPrecedence(["issuer"]));
    await importRows("issuer.csv", alpha(99), { provider: "issuer" });
    await importRows("vendor.csv", alpha(2), { provider: "vendor" });
    await expect(supersede(ofDay(1))).rejects.toThrow(
      "2 sources report price_dollar of alpha-ethereum on 2024-01-01. Name one: issuer (99), vendor (2).",
    );
    const id = await supersede(ofDay(1, "issuer"));
    expect((await served())[0]).toEqual([1, 2, false]);
    await restore(id);
    expect((await served())[0]).toEqual([1, 99, false]);
  });

  it("leaves sample figures where the asset has no other reported value, and hides them when it counts again", async () => {
    await loadSample(test.store, catalog, { seed: 7, today, days: 60 });
    const sampleRows = () =>
      test.store.rows(
        "SELECT metric_id, token_id, date, value, carried, derived, is_sample FROM daily_metrics WHERE asset_id = 101 ORDER BY ALL",
      );
    const before = await sampleRows();
    await importRows("prices.csv", alpha(99));
    const real = await sampleRows();
    const id = await supersede(ofDay(1));
    await loadSample(test.store, catalog, { seed: 7, today, days: 60 });
    expect(await sampleRows()).toEqual(before);
    await restore(id);
    expect(await sampleRows()).toEqual(real);
  });

  it("is previewed with the figures of its day and the pages", async () => {
    await importRows("prices.csv", [...alpha(1, 99, 3), "alpha-ethereum,total_supply_token,2024-01-01,10"]);
    const before = await storeContents(test.store);
    const report = await reportSupersession(test.store, catalog, { request: ofDay(2), today });
    expect(await storeContents(test.store)).toEqual(before);
    expect(report.summary).toContain(
      "price_dollar of alpha-ethereum on 2024-01-02: 99, reported by files in prices.csv.",
    );
    expect(report.figures).toContainEqual(
      expect.objectContaining({
        entity: "alpha-ethereum",
        metric: "price_dollar",
        before: expect.objectContaining({ value: 99, day: "2024-01-02" }),
        after: expect.objectContaining({ value: 1, day: "2024-01-02" }),
      }),
    );
    const paths = report.pages.flatMap(({ pages }) => pages.map(({ path }) => path));
    expect(paths).toEqual(expect.arrayContaining(["/assets/alpha", "/networks/ethereum"]));
  });

  it("must be a reported one", async () => {
    await importRows("prices.csv", alpha(1, 2, 3));
    await expect(supersede(ofDay(9))).rejects.toThrow(
      "No reported value is stored as price_dollar of alpha-ethereum on 2024-01-09. Sample, carried and computed figures are not reported values.",
    );
    await supersede(ofDay(1));
    await expect(supersede(ofDay(1))).rejects.toThrow(
      /^price_dollar of alpha-ethereum on 2024-01-01 is marked as wrong already: mark \d+, /,
    );
    await expect(supersede(ofDay(2, "vendor"))).rejects.toThrow("Sources that reported it: files.");
    await expect(supersede({ ...ofDay(2), metric: "prise_dollar" })).rejects.toThrow("Did you mean");
    await expect(supersede({ ...ofDay(2), entity: "nothing" })).rejects.toThrow("nothing");
    await expect(supersede({ ...ofDay(2), date: "2024-02-31" })).rejects.toThrow("is not a day");
  });
});

describe("later imports", () => {
  it("leave the same value marked, whether its file is imported again or another one repeats it", async () => {
    await importRows("prices.csv", alpha(1, 99, 3));
    await supersede(ofDay(2));
    const before = await served();
    const report = await importRows("prices.csv", alpha(1, 99, 3), { again: true });
    expect(await served()).toEqual(before);
    expect(importSummary(report)).toContain(
      '1 value marked as wrong and not used ("cadastre observations list")',
    );
    await importRows("repeated.csv", alpha(1, 99, 3, 4));
    expect(await served()).toEqual(before);
    expect(await states()).toEqual([[99, "superseded", null]]);
    await expectDerived();
  });

  it("replace it with another value of the same source, which stays when the mark is lifted", async () => {
    await importRows("prices.csv", alpha(1, 99, 3));
    const id = await supersede(ofDay(2));
    await importRows("corrected.csv", alpha(1, 2, 3));
    expect((await served())[1]).toEqual([2, 2, false]);
    expect(await states()).toEqual([[99, "corrected", 2]]);
    expect((await explain("2024-01-02")).superseded).toMatchObject([{ value: 99 }]);
    expect(await restore(id)).toBe(false);
    expect((await served())[1]).toEqual([2, 2, false]);
  });

  it("can have the corrected value marked as well", async () => {
    await importRows("prices.csv", alpha(1, 99, 3));
    await supersede(ofDay(2));
    await importRows("corrected.csv", alpha(1, 98, 3));
    await supersede(ofDay(2));
    await importRows("prices.csv", alpha(1, 99, 3), { again: true });
    expect((await served())[1]).toEqual([2, 1, true]);
    expect(await states()).toEqual([
      [98, "superseded", null],
      [99, "superseded", null],
    ]);
  });
});

describe("taking back an import", () => {
  it("takes back its marked values too, and the mark holds if they are imported again", async () => {
    await importRows("prices.csv", alpha(1, 99, 3));
    const id = await supersede(ofDay(2));
    expect(await undo("prices.csv")).toMatchObject({ observations: 2 });
    expect(await states()).toEqual([[99, "gone", null]]);
    expect(await stored()).toEqual([]);
    await importRows("prices.csv", alpha(1, 99, 3), { again: true });
    expect(await stored()).toEqual([
      [1, "", 1],
      [3, "", 3],
    ]);
    expect(await states()).toEqual([[99, "superseded", null]]);
    await undo("prices.csv");
    expect(await restore(id)).toBe(false);
    expect(await stored()).toEqual([]);
  });

  it("takes back a rewound source with its marked values", async () => {
    const { files } = await importRows("prices.csv", alpha(1, 99, 3));
    expect(files).toHaveLength(1);
    await supersede(ofDay(2));
    const [source] = await listImports(test.store);
    await commit(test.store, { today }, () =>
      removeObservationsOf(test.store, { sourceId: source?.id ?? 0, from: "2024-01-02" }),
    );
    expect(await states()).toEqual([[99, "gone", null]]);
    expect(await stored()).toEqual([[1, "", 1]]);
  });
});

it("follows its source to another provider", async () => {
  await importRows("prices.csv", alpha(1, 99));
  const id = await supersede(ofDay(2));
  const [source] = await listImports(test.store);
  await commit(test.store, { today }, () =>
    assignProvider(test.store, { sourceId: source?.id ?? 0, provider: "vendor" }),
  );
  expect((await listMarks(test.store, catalog)).map((mark) => mark.source)).toEqual(["vendor"]);
  await restore(id);
  expect(await stored()).toEqual([
    [1, "vendor", 1],
    [2, "vendor", 99],
  ]);
});
