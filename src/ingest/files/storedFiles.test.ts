import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { listSources } from "../testSupport/listSources";
import { importFiles } from "./importFiles";
import { importSummary } from "./importReport";

const catalog = catalogOf({
  networks: [network(1, "ethereum")],
  assets: [asset(101, "alpha")],
  tokens: [token(1011, "alpha", "ethereum")],
});

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await loadCatalog(test.store, catalog);
});

const HEADER = "entity,metric,date,value\n";
const price = (value: number) => `${HEADER}alpha,price_dollar,2024-01-01,${value}\n`;

interface RunOptions {
  mapping?: unknown;
  again?: boolean;
  provider?: string;
}
const run = async (name: string, content: string, options: RunOptions = {}) => {
  const path = await test.file(name, content);
  const report = await importFiles(test.store, catalog, { files: [path], today: "2026-01-31", ...options });
  return { ...report, file: report.files[0] as (typeof report.files)[number] };
};
const values = async () =>
  (await test.store.compactRows<[number]>("SELECT value FROM observations FINAL ORDER BY ALL")).flat();

describe("a file that is stored already", () => {
  it("does not revert a later correction, unless it is applied again", async () => {
    await run("first.csv", price(1));
    await run("corrected.csv", price(2));
    const repeated = await run("first.csv", price(1));
    expect(await values()).toEqual([2]);
    expect(repeated.file.storedAt).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(importSummary(repeated)).toContain(
      `already imported on ${repeated.file.storedAt}, not applied again (1 unchanged). --again applies it again`,
    );
    const again = await run("first.csv", price(1), { again: true });
    expect(again.file).toMatchObject({ storedAt: null, valuesAccepted: 1, valuesUnchanged: 0 });
    expect(await values()).toEqual([1]);
  });

  it("is applied again if nothing of it was accepted, as before its entities were in the catalog", async () => {
    const text = `${HEADER}unknown,price_dollar,2024-01-01,1\n`;
    expect((await run("a.csv", text)).file.rowsRefused).toBe(1);
    expect((await run("a.csv", text)).file).toMatchObject({ storedAt: null, rowsRefused: 1 });
  });

  it("moves to another source without being applied again", async () => {
    await run("a.csv", price(1));
    await run("a.csv", price(1), { provider: "issuer" });
    expect(await listSources(test.store)).toMatchObject([{ fileName: "a.csv", provider: "issuer" }]);
    expect(await values()).toEqual([1]);
  });

  it("is read with another mapping, and keeps each mapping", async () => {
    const text = "day,nav,cost\n2024-01-01,1,2\n";
    const mapping = (column: string, metric: string) => ({
      date: "day",
      entity: { asset: "alpha" },
      metrics: { [column]: metric },
      ignoreOtherColumns: true,
    });
    const mappings = [mapping("nav", "net_asset_value_dollar"), mapping("cost", "price_dollar")];
    for (const one of mappings) await run("a.csv", text, { mapping: one });
    expect(await values()).toEqual([1, 2]);
    const kept = (await listSources(test.store)).map(({ detail }) => JSON.stringify(detail.mapping));
    expect(kept.filter((one) => one.includes('"nav"'))).toHaveLength(1);
    expect(kept.filter((one) => one.includes('"cost"'))).toHaveLength(1);
    for (const one of mappings) {
      expect((await run("a.csv", text, { mapping: one })).file.storedAt).not.toBeNull();
    }
  });
});

it.each([
  ["figures", HEADER],
  ["investments", "slug,name,opens_date\n"],
])("rejects a file of %s that has a header but no rows", async (_, text) => {
  const { file, ok } = await run("empty.csv", text);
  expect([file.error, ok]).toEqual(["The file has a header but no rows", false]);
});
