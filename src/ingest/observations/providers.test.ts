/** Two providers report the same figures: stored values, served values, and the times of changes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { metricOfSlug } from "#domain/metrics";
import { indexCatalog } from "#domain/resources";
import { createMarket, explainFigure, figureSources, marketStatus } from "#market";
import { generalPrecedence, type MarketStore, type SourcePrecedence } from "#stores";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { createObservationWriter } from "../../../tests/support/observationWriter";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { readDataVersion } from "../dataVersion";
import { deriveDailyMetrics } from "../derive/deriveDailyMetrics";
import { importFiles } from "../files/importFiles";
import { nextRowVersion } from "../rowVersion";
import { readScheduledSource } from "../scheduled/readScheduledSource";
import { HistoryChanged, type ScheduledSource } from "../scheduledSource";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { dayByDay } from "../testSupport/dayByDay";
import { listSources } from "../testSupport/listSources";
import { storeContents } from "../testSupport/storeContents";
import { declarePrecedence } from "./declarePrecedence";
import { readDirtyMarks } from "./dirtyAssets";
import { removeObservationsOf } from "./removeObservations";

const today = "2024-01-31";
const PRICE = metricOfSlug("price_dollar").id;
const catalog = catalogOf({
  networks: [network(1, "ethereum")],
  assets: [asset(101, "alpha"), asset(102, "beta")],
  tokens: [token(1011, "alpha", "ethereum"), token(1021, "beta", "ethereum")],
});
const index = indexCatalog(catalog);

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await commit(test.store, { today }, () => loadCatalog(test.store, catalog));
});

/** Imports prices of an asset for `1st`, `2nd` … of January. @returns the source's id */
async function importPrices(name: string, values: readonly number[], provider?: string, entity = "alpha") {
  const rows = values.map((value, day) => `${entity},price_dollar,2024-01-0${day + 1},${value}\n`);
  const file = await test.file(name, `entity,metric,date,value\n${rows.join("")}`);
  const { files, derived } = await importFiles(test.store, catalog, { files: [file], provider, today });
  return { id: files[0]?.sourceId as number, file: files[0], derived };
}
const prefer = (...precedence: string[]) =>
  commit(test.store, { today }, () => declarePrecedence(test.store, generalPrecedence(precedence)));
/** Prices of the token of alpha by day, with their sources. */
const served = () =>
  test.store.compactRows(
    `SELECT toDayOfMonth(date), value, source_id FROM daily_metrics FINAL
      WHERE token_id = 1011 AND NOT carried AND NOT derived ORDER BY date`,
  );
const stored = () =>
  test.store.compactRows(
    "SELECT provider, toDayOfMonth(date), value FROM observations FINAL WHERE NOT is_sample ORDER BY ALL",
  );

describe("figures of several providers", () => {
  it("are all stored, and those imported last are served", async () => {
    const issuer = await importPrices("issuer.csv", [1, 2], "issuer");
    const vendor = await importPrices("vendor.csv", [10, 20, 30], "vendor");
    expect(vendor.file).toMatchObject({ valuesAccepted: 3, valuesUnchanged: 0 });
    expect(await stored()).toEqual([
      ["issuer", 1, 1],
      ["issuer", 2, 2],
      ["vendor", 1, 10],
      ["vendor", 2, 20],
      ["vendor", 3, 30],
    ]);
    expect(await served()).toEqual([
      [1, 10, vendor.id],
      [2, 20, vendor.id],
      [3, 30, vendor.id],
    ]);
    // A corrected file of a provider replaces the earlier one, and is now the latest import.
    const corrected = await importPrices("issuer-corrected.csv", [1, 2.5], "issuer");
    expect(corrected.file).toMatchObject({ valuesAccepted: 2, valuesUnchanged: 1 });
    expect(await served()).toEqual([
      [1, 10, vendor.id],
      [2, 2.5, corrected.id],
      [3, 30, vendor.id],
    ]);
    expect(issuer.id).not.toBe(corrected.id);
  });

  it("are served by the declared precedence, regardless of the order of imports, and day by day", async () => {
    await prefer("issuer", "vendor");
    const issuer = await importPrices("issuer.csv", [1, 2], "issuer");
    const vendor = await importPrices("vendor.csv", [10, 20, 30], "vendor");
    const other = await importPrices("other.csv", [100, 200, 300, 400]);
    expect(await served()).toEqual([
      [1, 1, issuer.id],
      [2, 2, issuer.id],
      [3, 30, vendor.id],
      [4, 400, other.id],
    ]);
  });

  it("are carried over gaps from the served one", async () => {
    await prefer("issuer");
    await importPrices("issuer.csv", [1], "issuer");
    await importPrices("vendor.csv", [10], "vendor");
    await importPrices("beta.csv", [5, 5, 5], "vendor", "beta");
    expect(
      await test.store.compactRows(
        "SELECT toDayOfMonth(date), value, carried FROM daily_metrics FINAL WHERE token_id = 1011 ORDER BY date",
      ),
    ).toEqual([
      [1, 1, false],
      [2, 1, true],
      [3, 1, true],
    ]);
  });

  it("follow a new precedence once it is declared", async () => {
    const issuer = await importPrices("issuer.csv", [1, 2], "issuer");
    const vendor = await importPrices("vendor.csv", [10, 20], "vendor");
    await importPrices("beta.csv", [5], "vendor", "beta");
    const { derived } = await prefer("issuer");
    expect(derived.assetsChanged).toBe(1);
    expect(await served()).toEqual([
      [1, 1, issuer.id],
      [2, 2, issuer.id],
    ]);
    expect((await prefer("issuer")).derived.assets).toBe(0);
    await prefer("vendor", "issuer");
    expect((await served()).map(([, , source]) => source)).toEqual([vendor.id, vendor.id]);
  });

  it("follow the most specific rule about them, and only those are derived that a changed rule is about", async () => {
    const NAV = metricOfSlug("net_asset_value_dollar").id;
    const report = async (provider: string, value: number) => {
      const rows = ["alpha", "beta"].flatMap((entity) =>
        ["price_dollar", "net_asset_value_dollar"].flatMap((metric) =>
          [1, 2].flatMap((day) =>
            day === 1 && provider === "vendor" ? [] : [`${entity},${metric},2024-01-0${day},${value}\n`],
          ),
        ),
      );
      const file = await test.file(`${provider}.csv`, `entity,metric,date,value\n${rows.join("")}`);
      await importFiles(test.store, catalog, { files: [file], provider, today });
    };
    await report("issuer", 1);
    await report("vendor", 2);
    const declare = async (precedence: SourcePrecedence) => {
      await declarePrecedence(test.store, precedence);
      const marks = (await readDirtyMarks(test.store)).map(({ assetId, from }) => [assetId, from]);
      await commit(test.store, { today }, async () => undefined);
      const rows = await test.store.compactRows(
        `SELECT asset_id, metric_id, value FROM daily_metrics FINAL
         WHERE date = '2024-01-02' AND metric_id IN (${PRICE}, ${NAV}) AND token_id IN (1011, 1021) ORDER BY ALL`,
      );
      return { marks, values: rows.map((row) => row[2]) };
    };
    const rule = (
      scope: SourcePrecedence[number]["scope"],
      [metricId, assetIds]: [number | null, number[] | null],
      ...providers: string[]
    ) => ({ scope, metricId, assetIds, providers });
    const general = rule("all", [null, null], "issuer", "vendor");
    const [first, second] = [Math.min(PRICE, NAV), Math.max(PRICE, NAV)];
    // From the second day on, which both report.
    expect(await declare([general])).toEqual({
      marks: [
        [101, "2024-01-02"],
        [102, "2024-01-02"],
      ],
      values: [1, 1, 1, 1],
    });
    const byMetric = rule("metric", [first, null], "vendor");
    expect((await declare([byMetric, general])).values).toEqual([2, 1, 2, 1]);
    const ofClass = rule("class", [null, [102]], "issuer");
    expect(await declare([ofClass, byMetric, general])).toEqual({
      marks: [[102, "2024-01-02"]],
      values: [2, 1, 1, 1],
    });
    const ofClassAndMetric = rule("class and metric", [second, [101, 102]], "vendor");
    expect((await declare([ofClassAndMetric, ofClass, byMetric, general])).values).toEqual([2, 2, 1, 2]);
    const ofAsset = rule("asset", [null, [101]], "issuer");
    const all = [ofAsset, ofClassAndMetric, ofClass, byMetric, general];
    expect(await declare(all)).toEqual({ marks: [[101, "2024-01-02"]], values: [1, 1, 1, 2] });
    // One that decides as before touches nothing, and neither does one about what a single provider reports.
    expect(
      (await declare([rule("asset and metric", [first, [101]], "issuer", "other"), ...all])).marks,
    ).toEqual([]);
    expect((await declare([...all.slice(0, -1), rule("all", [null, null], "vendor")])).marks).toEqual([]);
    const figure = await explainFigure(createMarket({ store: test.store }), {
      metric: second,
      entityType: "token",
      entityId: 1021,
      date: "2024-01-02",
    });
    expect(figure.unused).toMatchObject([{ value: 1, reason: "precedence", rule: "class and metric" }]);
  });

  it("follow an order that an earlier version stored", async () => {
    await importPrices("issuer.csv", [1], "issuer");
    await importPrices("vendor.csv", [10], "vendor");
    await prefer("issuer");
    const stored = {
      name: "source_precedence",
      value: '["issuer"]',
      version: await nextRowVersion(test.store),
    };
    await test.store.insert("settings", [stored]);
    expect((await prefer("issuer")).derived.assets).toBe(0);
    expect((await prefer("vendor")).derived.assetsChanged).toBe(1);
  });

  it("follow it even if the process ended before they were derived", async () => {
    const issuer = await importPrices("issuer.csv", [1], "issuer");
    await importPrices("vendor.csv", [10], "vendor");
    await importPrices("beta.csv", [5], "vendor", "beta");
    await declarePrecedence(test.store, generalPrecedence(["issuer"]));
    expect(await readDirtyMarks(test.store)).toMatchObject([{ assetId: 101 }]);
    await prefer("issuer");
    expect(await served()).toEqual([[1, 1, issuer.id]]);
  });

  it("belong to one provider if none is named: the later file replaces the earlier one", async () => {
    await importPrices("a.csv", [1, 2]);
    const later = await importPrices("b.csv", [3, 2]);
    expect(later.file).toMatchObject({ valuesUnchanged: 1 });
    expect(await stored()).toEqual([
      ["", 1, 3],
      ["", 2, 2],
    ]);
  });

  it("are unchanged by another import of a file, and move to another provider if it is named then", async () => {
    await importPrices("a.csv", [1, 2]);
    const vendor = await importPrices("vendor.csv", [10, 20], "vendor");
    const before = await storeContents(test.store);
    expect((await importPrices("vendor.csv", [10, 20], "vendor")).derived.assets).toBe(0);
    expect(await storeContents(test.store)).toEqual(before);

    const named = await importPrices("a.csv", [1, 2], "issuer");
    expect(await stored()).toEqual([
      ["issuer", 1, 1],
      ["issuer", 2, 2],
      ["vendor", 1, 10],
      ["vendor", 2, 20],
    ]);
    expect(named.file).toMatchObject({ valuesAccepted: 2, valuesUnchanged: 2 });
    expect((await served()).map(([, , source]) => source)).toEqual([vendor.id, vendor.id]);
    expect((await listSources(test.store)).map(({ label, provider }) => [label, provider])).toEqual([
      ["vendor.csv", "vendor"],
      ["a.csv", "issuer"],
    ]);
    expect(await readDirtyMarks(test.store)).toEqual([]);
    // Without a name the file keeps its provider, until it is assigned to none.
    const settled = await stored();
    expect((await importPrices("a.csv", [1, 2])).derived.assets).toBe(0);
    expect(await stored()).toEqual(settled);
    await importPrices("a.csv", [1, 2], "");
    expect((await stored()).map(([provider]) => provider)).toEqual(["", "", "vendor", "vendor"]);
  });

  it("are completely moved with a file even if the process ended half-way", async () => {
    await importPrices("a.csv", [1, 2]);
    await test.store.run(
      "INSERT INTO observations SELECT * REPLACE ('issuer' AS provider) FROM observations WHERE value = 1",
    );
    await importPrices("a.csv", [1, 2], "issuer");
    expect(await stored()).toEqual([
      ["issuer", 1, 1],
      ["issuer", 2, 2],
    ]);
  });

  it("all belong to the provider to which a file was moved, also if it is imported without a name after a kill", async () => {
    await importPrices("a.csv", [1, 2]);
    const file = await test.file(
      "a.csv",
      `entity,metric,date,value\nalpha,price_dollar,2024-01-01,1\nalpha,price_dollar,2024-01-02,2\n`,
    );
    const killed: MarketStore = {
      ...test.store,
      run: async (sql, parameters) => {
        if (sql.startsWith("DELETE FROM observations")) throw new Error("killed");
        await test.store.run(sql, parameters);
      },
    };
    const job = { files: [file], provider: "issuer", today };
    await expect(importFiles(killed, catalog, job)).rejects.toThrow("killed");
    await importPrices("a.csv", [1, 2]);
    expect(await stored()).toEqual([
      ["issuer", 1, 1],
      ["issuer", 2, 2],
    ]);
    expect(await listSources(test.store)).toMatchObject([{ label: "a.csv", provider: "issuer" }]);
    expect((await listSources(test.store))[0]?.detail).not.toHaveProperty("isMoving");
  });

  it("keep their provider if the file is rejected as a whole", async () => {
    await importPrices("a.csv", [1, 2]);
    const file = await test.file(
      "a.csv",
      `entity,metric,date,value\nalpha,price_dollar,2024-01-01,1\nalpha,price_dollar,2024-01-02,2\n`,
    );
    const mapping = { date: "day", entity: { asset: "alpha" }, metrics: { price: "price_dollar" } };
    const job = { files: [file], provider: "issuer", mapping, today };
    expect((await importFiles(test.store, catalog, job)).files[0]?.error).toContain('no column "day"');
    expect(await stored()).toEqual([
      ["", 1, 1],
      ["", 2, 2],
    ]);
    const sources = await listSources(test.store);
    expect(sources.filter(({ detail }) => detail.rowsRead !== undefined)).toMatchObject([
      { label: "a.csv", provider: "" },
    ]);
  });

  it("are served the same when several were stored at once, in any reading order", async () => {
    const rows = ["a", "b", "c", "d"].map((provider, i) => ({
      ...{ asset_id: 101, token_id: 1011, metric_id: PRICE, date: "2024-01-01", is_sample: false },
      ...{ provider, value: i, source_id: i, version: 5 },
    }));
    for (const all of [rows, rows.toReversed()]) {
      await test.store.run("TRUNCATE TABLE observations");
      for (const row of all) await test.store.insert("observations", [row]);
      await deriveDailyMetrics(test.store, { assetIds: "all", today });
      expect(await served()).toEqual([[1, 3, 3]]);
      const request = { metric: "price_dollar", entityType: "token", entityId: 1011 } as const;
      const { observations } = await explainFigure(createMarket({ store: test.store }), request);
      expect(observations.map(({ value }) => value)).toEqual([3]);
    }
  });

  it("remain when those of another provider are removed, and are then served", async () => {
    await prefer("issuer");
    const issuer = await importPrices("issuer.csv", [1, 2], "issuer");
    const vendor = await importPrices("vendor.csv", [10, 20, 30], "vendor");
    const { written } = await commit(test.store, { today }, () =>
      removeObservationsOf(test.store, { sourceId: issuer.id }),
    );
    expect(written).toBe(2);
    expect(await served()).toEqual([
      [1, 10, vendor.id],
      [2, 20, vendor.id],
      [3, 30, vendor.id],
    ]);
  });

  it("replace sample figures regardless of precedence", async () => {
    const writer = createObservationWriter(test.store, { sourceId: 2, isSample: true });
    writer.add({ assetId: 101, listingId: 1011, metricId: 100019, date: "2024-01-05", value: 7 });
    await writer.flush();
    await prefer("files", "sample", "");
    const vendor = await importPrices("vendor.csv", [10], "vendor");
    expect(await served()).toEqual([[1, 10, vendor.id]]);
  });

  it("move the data version even if they are not served, since an explanation lists them", async () => {
    await prefer("issuer");
    await importPrices("issuer.csv", [1], "issuer");
    const before = await readDataVersion(test.store);
    const { derived } = await importPrices("vendor.csv", [10], "vendor");
    expect(derived.assetsChanged).toBe(0);
    expect(derived.dataVersion).toBeGreaterThan(before);
  });
});

it("is listed for a source without observations once it is named", async () => {
  await importPrices("a.csv", [1]);
  await importPrices("unknown.csv", [1], undefined, "nothing");
  const market = createMarket({ store: test.store });
  const ids = async () => (await marketStatus(market)).sources.map(({ id }) => id);
  expect(await ids()).toEqual(["files"]);
  await importPrices("unknown.csv", [1], "issuer", "nothing");
  expect(await ids()).toEqual(["issuer", "files"]);
});

describe("a scheduled source", () => {
  const prices = (...values: number[]) =>
    dayByDay(() =>
      values.map((value, day) => [
        { entity: "alpha", metric: "price_dollar", date: `2024-01-0${day + 1}`, value },
      ]),
    );
  const read = (source: ScheduledSource) =>
    readScheduledSource(test.store, source, {
      catalog: index,
      settings: { DAYS_URL: "https://days.example/" },
      now: () => new Date(`${today}T12:00:00Z`),
      exclusively: (work) => work(),
      report: () => undefined,
      onFailure: (_, error) => {
        throw error;
      },
    });

  it("is its own provider, by its name, and its rewinds keep the values of others", async () => {
    await prefer("days");
    const source = prices(1, 2, 3);
    await read(source);
    const vendor = await importPrices("vendor.csv", [10, 20, 30], "vendor");
    const shown = async () => (await served()).map(([day, value]) => [day, value]);
    expect(await shown()).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    const changed: ScheduledSource = {
      ...source,
      read: async ({ cursor }) => {
        if (cursor === 3) throw new HistoryChanged(1);
        return 1;
      },
    };
    await read(changed);
    expect(await stored()).toEqual([
      ["days", 1, 1],
      ["vendor", 1, 10],
      ["vendor", 2, 20],
      ["vendor", 3, 30],
    ]);
    expect(await shown()).toEqual([
      [1, 1],
      [2, 20],
      [3, 30],
    ]);
    expect(vendor.derived.assetsChanged).toBe(0);
  });

  it("takes over values that it reported before it was a provider", async () => {
    const source = prices(1, 2);
    await read(source);
    await test.store.run("ALTER TABLE sources UPDATE provider = '' WHERE true SETTINGS mutations_sync = 2");
    await test.store.run("INSERT INTO observations SELECT * REPLACE ('' AS provider) FROM observations");
    await test.store.run("DELETE FROM observations WHERE provider = 'days'");
    const unnamed = await importPrices("unnamed.csv", [100]);
    expect((await stored()).map(([provider]) => provider)).toEqual(["", ""]);
    await read(prices(1, 2, 3));
    expect(await stored()).toEqual([
      ["", 1, 100],
      ["days", 2, 2],
      ["days", 3, 3],
    ]);
    expect((await served()).map(([, value, id]) => [value, id === unnamed.id])).toEqual([
      [100, true],
      [2, false],
      [3, false],
    ]);
  });
});

describe("explanations of figures of several providers", () => {
  const explained = async () => {
    const market = createMarket({ store: test.store });
    const figure = await explainFigure(market, {
      metric: "price_dollar",
      entityType: "token",
      entityId: 1011,
    });
    return {
      value: figure.value,
      sources: figure.sources.map(({ label, provider }) => [label, provider]),
      observations: figure.observations.map((one) => [one.date, one.value, one.source_id]),
      unused: figure.unused.map(({ date, value, source, used_source_id, reason }) => [
        date,
        value,
        source.label,
        source.provider,
        used_source_id,
        reason,
      ]),
    };
  };
  const sourcesOfAlpha = async () => {
    const market = createMarket({ store: test.store });
    const filter = { field: "asset_slug", operator: "equals", value: "alpha" } as const;
    return (await figureSources(market, { filter })).sources.map(({ label }) => label);
  };

  it("have the served value, and separately the values of other sources of the same day with the reason", async () => {
    await prefer("issuer");
    await importPrices("unnamed.csv", [100, 200]);
    await importPrices("issuer.csv", [1, 2], "issuer");
    await importPrices("vendor.csv", [10, 20], "vendor");
    expect(await explained()).toEqual({
      value: 2,
      sources: [["issuer", "issuer"]],
      observations: [["2024-01-02", 2, "issuer"]],
      unused: [
        ["2024-01-02", 20, "vendor", "vendor", "issuer", "precedence"],
        ["2024-01-02", 200, "Imported files", null, "issuer", "precedence"],
      ],
    });
    expect(await sourcesOfAlpha()).toEqual(["issuer"]);
  });

  it("name earlier imports as such, and only the source of the day where each is served on one", async () => {
    await importPrices("vendor.csv", [10, 20], "vendor");
    await importPrices("issuer.csv", [1], "issuer");
    expect(await explained()).toMatchObject({
      value: 20,
      sources: [["vendor", "vendor"]],
      unused: [],
    });
    await importPrices("issuer-2.csv", [1, 2], "issuer");
    const explanation = await explained();
    expect(explanation.value).toBe(2);
    expect(explanation.unused.map(([, value, , , , reason]) => [value, reason])).toEqual([[20, "earlier"]]);
    expect(await sourcesOfAlpha()).toEqual(["issuer"]);
  });
});
