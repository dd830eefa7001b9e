/** The whole application on catalogs that it cannot load as they are, with real stores. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { catalogKindNames, catalogKinds } from "#domain/catalog";
import { metricOfSlug } from "#domain/metrics";
import { commit, nextRowVersion, runChecks, writeSetting } from "#ingest";
import { readConfiguration } from "#server";
import { asset, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { type Application, openApplication } from "../../src/server/application";
import { operationRunner } from "../../src/server/operations/operations";
import { createObservationWriter } from "../support/observationWriter";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cadastre-catalog-start-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const lines: string[] = [];
let opened: Application | null = null;
afterEach(() => opened?.close());

async function open(renamed: readonly string[] = []): Promise<Application> {
  lines.length = 0;
  opened = await openApplication({
    configuration: readConfiguration(
      {
        DATA_DIR: path.join(folder, "data"),
        CATALOG_DIR: path.join(folder, "catalog"),
        BUNDLED_CATALOG: "off",
        SAMPLE_DATA: "off",
      },
      "/",
    ),
    log: pino({ level: "info" }, { write: (line) => void lines.push(line) }),
    operations: operationRunner,
    renamed,
  });
  return opened;
}

/** Writes a catalog with these rows only. */
async function writeCatalog(files: Readonly<Record<string, readonly object[]>>): Promise<void> {
  await rm(path.join(folder, "catalog"), { recursive: true, force: true });
  const empty = catalogKindNames.map((kind) => [catalogKinds[kind].path.replace("*", "all"), []] as const);
  for (const [name, rows] of [...empty, ...Object.entries(files)]) {
    const file = path.join(folder, "catalog", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }
}

const article = (id: number, title: string) => ({
  id,
  title,
  publisher: "Desk",
  published: "2026-02-01T09:30:00Z",
  source: `https://news.example/${id}`,
});
const titles = ({ market }: Application) =>
  market.compactRows("SELECT title, asset_slug FROM news FINAL ORDER BY id");
const loadCatalog = (application: Application, input = {}) =>
  operationRunner(application)("catalog.load", input, () => undefined);

const files = {
  "networks.jsonl": [network(1, "ethereum")],
  "assets/all.jsonl": [asset(100_101, "years", { name: "PIMCO 0-5 Year (A+B) [C]" })],
  "tokens/all.jsonl": [token(100_201, "years", "ethereum")],
};

test("news that cannot be stored stop neither the start nor the load of the catalog, and are stored by the next load", async () => {
  await writeCatalog({ ...files, "news.jsonl": [article(100_301, "PIMCO 0-5 Year (A+B) [C] opens")] });
  const first = await open();
  expect(await titles(first)).toEqual([["PIMCO 0-5 Year (A+B) [C] opens", "years"]]);
  await first.market.run("ALTER TABLE news ADD CONSTRAINT closed CHECK 0");
  await first.close();

  await writeCatalog({
    ...files,
    "assets/all.jsonl": [...files["assets/all.jsonl"], asset(100_102, "second")],
    "news.jsonl": [article(100_302, "Another article")],
  });
  const second = await open();
  expect(lines.filter((line) => line.includes("The news of the catalog could not be stored"))).toHaveLength(
    1,
  );
  expect(await second.market.compactRows("SELECT slug FROM dim_assets ORDER BY id")).toEqual([
    ["years"],
    ["second"],
  ]);
  expect(await loadCatalog(second)).toMatchObject({
    message: expect.stringMatching(
      /^Loaded 2 assets and 1 token on 1 network\. The news of the catalog could not be stored: .*closed/s,
    ),
  });
  await second.market.run("ALTER TABLE news DROP CONSTRAINT closed");
  expect(await loadCatalog(second)).toEqual({ message: "Loaded 2 assets and 1 token on 1 network." });
  expect(await titles(second)).toEqual([["Another article", null]]);
});

test("an id of a removed row is not assigned to another one, unless the new slug is confirmed as a rename", async () => {
  const second = { "assets/all.jsonl": [...files["assets/all.jsonl"], asset(100_102, "second")] };
  await writeCatalog({ ...files, ...second });
  const application = await open();
  await writeCatalog(files);
  await loadCatalog(application);

  const reused = { "assets/all.jsonl": [...files["assets/all.jsonl"], asset(100_102, "third")] };
  await writeCatalog({ ...files, ...reused });
  await expect(loadCatalog(application)).rejects.toThrow(
    /assets\/100102 is third, but was second\n.*cadastre catalog load --renamed assets\/100102$/s,
  );
  expect(application.catalog.assets.map(({ slug }) => slug)).toEqual(["years"]);
  await application.close();
  await expect(open()).rejects.toThrow("assets/100102 is third, but was second");

  const renamed = await open(["assets/100102"]);
  const slugs = () => renamed.market.compactRows("SELECT slug FROM dim_assets ORDER BY id");
  expect(await slugs()).toEqual([["years"], ["third"]]);
  await writeCatalog({
    ...files,
    "networks.jsonl": [...files["networks.jsonl"], network(100_002, "polygon-copy")],
    "tokens/all.jsonl": [token(100_201, "years", "polygon-copy")],
  });
  await expect(loadCatalog(renamed)).rejects.toThrow(
    "tokens/100201 is 100101 on 100002, but was 100101 on 1",
  );
  await expect(loadCatalog(renamed, { renamed: ["assets/7"] })).rejects.toThrow(
    "The catalog has no assets/7",
  );
  await expect(loadCatalog(renamed, { renamed: ["third"] })).rejects.toThrow(
    "renamed[0]: must be an id such as assets/100101",
  );
  await loadCatalog(renamed, { renamed: ["tokens/100201"] });
  expect(await renamed.market.compactRows("SELECT network_id FROM dim_tokens WHERE id = 100201")).toEqual([
    [100_002],
  ]);
});

test("a store of an earlier version remembers the ids of its catalog", async () => {
  const withNetwork = (slug: string) => ({
    ...files,
    "networks.jsonl": [...files["networks.jsonl"], network(100_003, slug)],
  });
  await writeCatalog(withNetwork("first"));
  const application = await open(["tokens/100201"]);
  await application.market.run(
    "ALTER TABLE settings DELETE WHERE name = 'catalog_ids' SETTINGS mutations_sync = 2",
  );
  await writeCatalog(withNetwork("other"));
  await expect(loadCatalog(application)).rejects.toThrow("networks/100003 is other, but was first");
});

test("a start after an upgrade checks everything again, and keeps when results were found", async () => {
  await writeCatalog(files);
  const { market } = await open();
  const observations = createObservationWriter(market, { sourceId: 7, isSample: false });
  const metricId = metricOfSlug("top_10_holders_share_percent").id;
  observations.add({ assetId: 100_101, listingId: 100_201, metricId, date: "2026-01-05", value: 140 });
  await commit(market, { today: "2026-02-01" }, () => observations.flush());
  const stored = ({ market: store }: Pick<Application, "market">) =>
    store.compactRows("SELECT check_slug, state, statement, action, since FROM checks FINAL ORDER BY id");
  const found = await stored({ market });
  expect(found).toEqual([
    ["outside_limits", "open", expect.stringContaining("140%"), expect.any(String), expect.any(String)],
  ]);
  // As an earlier version would have left it: other words, and one result that no check finds any more.
  await market.run(
    "ALTER TABLE checks UPDATE statement = 'Earlier words', action = 'Earlier words' WHERE true SETTINGS mutations_sync = 2",
  );
  await market.run(
    "INSERT INTO checks SELECT * REPLACE (id + 1 AS id, 'frozen_price' AS check_slug) FROM checks",
  );
  await writeSetting(market, {
    name: "checks_basis",
    value: "earlier",
    version: await nextRowVersion(market),
  });
  await opened?.close();

  const upgraded = await open();
  const after = await stored(upgraded);
  expect(after.slice(0, 1)).toEqual(found);
  expect(after.slice(1)).toEqual([expect.arrayContaining(["frozen_price", "resolved"])]);
  expect(await runChecks(upgraded.market)).toEqual({ assets: 0, opened: 0, resolved: 0, open: 1 });
});
