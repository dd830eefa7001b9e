import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { insertColumns } from "./insertedColumns";
import { type MarketStore, openMarketStore } from "./marketStore";

const columns = [
  { name: "line", type: "UInt64", values: new Uint32Array([7, 0, 8, 1]) },
  { name: "id", type: "UInt32", values: new Uint32Array([1, 2 ** 32 - 1]) },
  { name: "date", type: "Date32", values: new Int32Array([-1, 20_000]) },
  { name: "value", type: "Float64", values: new Float64Array([0.1, -1e24]) },
] as const;

let folder: string;
let store: MarketStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-columns-"));
  store = await openMarketStore({ url: null, folder: join(folder, "market") });
  await store.run(
    "CREATE TABLE figures (id UInt32, value Float64, line UInt64, date Date32) ENGINE = MergeTree ORDER BY id",
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

it("inserts numbers to the last digit, in a temporary folder of any name", async () => {
  const temporary = join(folder, "{1,2}*?[a]::'b\\");
  await mkdir(temporary);
  vi.stubEnv("TMPDIR", temporary);
  await store.insertColumns("figures", columns);
  expect(await store.compactRows("SELECT line, id, date, value FROM figures ORDER BY id")).toEqual([
    ["7", 1, "1969-12-31", 0.1],
    [String(2 ** 32 + 8), 2 ** 32 - 1, "2024-10-04", -1e24],
  ]);
  expect(await readdir(temporary)).toEqual([]);
});

it("inserts nothing without rows, and nothing of columns of different lengths", async () => {
  await store.insertColumns("figures", [{ ...columns[1], values: new Uint32Array(0) }]);
  const uneven = [columns[1], { ...columns[3], values: new Float64Array(3) }];
  await expect(store.insertColumns("figures", uneven)).rejects.toThrow("Column value has not 2 rows");
  expect(await store.rows("SELECT count() AS n FROM figures")).toEqual([{ n: "2" }]);
});

it("sends a server the statement, and the rows as the body", async () => {
  const received: { query: string | null; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const query = new URL(request.url ?? "", "http://server").searchParams.get("query");
    received.push({ query, body: Buffer.concat(parts) });
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  try {
    await insertColumns(client, { table: "figures", columns, embedded: false, settings: {} });
    expect(received[0]?.query).toContain("INSERT INTO figures (line, id, date, value) FORMAT Native");
    // Two numbers, then name, type and values of each column.
    const names = columns.reduce((sum, { name, type }) => sum + 2 + name.length + type.length, 2);
    expect(received[0]?.body).toHaveLength(names + 2 * (8 + 4 + 4 + 8));
  } finally {
    await client.close();
    server.close();
  }
});
