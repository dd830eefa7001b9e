/** Data folders of earlier versions, opened by this one: every row is present and served. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { formerIdsOf } from "#domain/resources";
import { openMarketStore } from "#stores";
import { startProduct } from "../support/product";

interface Contents {
  key: string;
  administrator: string;
  /** `hash` covers the text of all listed columns. */
  tables: Record<string, { columns: string[]; rows: string; hash: string }>;
}

const folders = path.resolve(import.meta.dirname, "../data");
const versions = readdirSync(folders, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** A column with the ids that entities had in that version. */
function asItWas(column: string): string {
  const kind = ({ asset_id: "asset", network_id: "network", protocol_id: "platform" } as const)[column];
  const ids = kind === undefined ? [] : formerIdsOf(kind);
  if (ids.length === 0) return column;
  const [former, present] = [0, 1].map((at) => ids.map((pair) => pair[at]).join(", "));
  return `transform(${column}, [${present}], [${former}], ${column})`;
}

it.each(versions)("the data folder of %s opens, keeps every row and serves it", async (version) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "cadastre-former-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  execFileSync("tar", ["-xzf", path.join(folders, version, "data.tar.gz"), "-C", dataDir]);
  const { key, administrator, tables }: Contents = JSON.parse(
    readFileSync(path.join(folders, version, "contents.json"), "utf8"),
  );

  const product = await startProduct({ env: { SAMPLE_DATA: "off" }, dataDir });
  try {
    const ask = async (address: string) => {
      const response = await fetch(`${product.url}/api/v4${address}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(response.status, address).toBe(200);
      return response.json();
    };
    const series = new URLSearchParams({
      query: JSON.stringify({
        filter: {
          operator: "and",
          filters: [
            { field: "measure_slug", operator: "equals", value: "price_dollar" },
            { field: "asset_slug", operator: "equals", value: "ousg" },
          ],
        },
        aggregate: { groupBy: "asset", aggregateFunction: "sum", interval: "day" },
      }),
    });
    const { results } = await ask(`/tokens/aggregates/timeseries?${series}`);
    const points = results.flatMap((one: { points: [string, number][] }) => one.points);
    expect(points).toContainEqual(["2026-01-05", 0.9987]);
    const loans = await ask("/loans");
    expect(String(loans.pagination.resultCount)).toBe(tables.loans?.rows);
    expect((await product.cadastre("users", "admins")).stdout).toContain(administrator);
    expect((await product.cadastre("quarantine")).stdout).toContain("-3 is negative");
  } finally {
    expect(await product.stop()).toBe(0);
  }

  const store = await openMarketStore({ url: null, folder: path.join(dataDir, "market") });
  try {
    for (const [table, { columns, rows, hash }] of Object.entries(tables)) {
      const text = columns.map((column) => `ifNull(toString(${asItWas(column)}), '-')`).join(", ");
      const [kept] = await store.rows(
        `SELECT toString(count()) AS rows, toString(sum(cityHash64(${text}))) AS hash FROM ${table} FINAL`,
      );
      expect({ table, ...kept }).toEqual({ table, rows, hash });
    }
    // The first version did not record the source, but only the simulator created ledger rows then.
    for (const table of ["loans", "pools", "transactions"]) {
      expect(
        await store.compactRows(
          `SELECT DISTINCT s.kind FROM ${table} AS t LEFT JOIN sources AS s ON s.id = t.source_id`,
        ),
      ).toEqual([["sample"]]);
    }
  } finally {
    await store.close();
  }
});
