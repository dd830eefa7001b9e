/** A small source with a real store, from its values to served figures. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { indexCatalog } from "#domain/resources";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { readDataVersion } from "../dataVersion";
import {
  type Figure,
  HistoryChanged,
  type Json,
  type ScheduledSource,
  scheduledSource,
} from "../scheduledSource";
import { registerSource } from "../sources";
import { listQuarantine } from "../staging/listQuarantine";
import { buildKillable, type KillableScript } from "../testSupport/buildKillable";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { dayByDay } from "../testSupport/dayByDay";
import { listSources } from "../testSupport/listSources";
import { readScheduledSource } from "./readScheduledSource";

const today = "2024-12-31";
const catalog = indexCatalog(
  catalogOf({
    networks: [network(1, "ethereum")],
    assets: [asset(101, "alpha"), asset(102, "beta")],
    tokens: [token(1011, "alpha", "ethereum"), token(1021, "beta", "ethereum")],
  }),
);
const price = (date: string, value: number | string, entity = "alpha"): Figure => ({
  entity,
  metric: "price_dollar",
  date,
  value,
});

const article = (title: string, publishedAt: Date) => ({
  id: null,
  title,
  summary: null,
  publisher: "Desk",
  url: `https://news.example/${title}`,
  publishedAt,
  assets: [],
});

let test: TestStore;
let failures: string[];
let now: Date;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  failures = [];
  now = new Date(`${today}T12:00:00Z`);
  await commit(test.store, { today }, () => loadCatalog(test.store, catalog));
});

const read = (source: ScheduledSource, settings = { DAYS_URL: "https://days.example/all?key=hunter2" }) =>
  readScheduledSource(test.store, source, {
    catalog,
    settings,
    now: () => now,
    exclusively: (work) => work(),
    report: () => undefined,
    onFailure: (origin, error) => {
      failures.push(`${origin.name}: ${error instanceof Error ? error.message : error}`);
    },
  });
const served = () =>
  test.store.compactRows(
    "SELECT DISTINCT toString(date) AS day, value FROM daily_metrics FINAL WHERE NOT carried ORDER BY day",
  );
const refused = async () =>
  (await listQuarantine(test.store, { file: null, limit: 100 })).rows.map(({ file, line, kind }) => [
    file,
    line,
    kind,
  ]);

describe("a source that is read on a schedule", () => {
  it("is read page by page to its end, served at once, and changes nothing the second time", async () => {
    const source = dayByDay(() => [[price("2024-01-01", 1)], [price("2024-01-02", "2.5")]]);
    const before = await readDataVersion(test.store);
    expect(await read(source)).toEqual({ added: 2, failed: 0 });
    expect(await served()).toEqual([
      ["2024-01-01", 1],
      ["2024-01-02", 2.5],
    ]);
    const version = await readDataVersion(test.store);
    // It follows the clock, where that is ahead.
    expect(version).toBeGreaterThanOrEqual(before + 2);
    expect(await read(source)).toEqual({ added: 0, failed: 0 });
    expect(await readDataVersion(test.store)).toBe(version);
  });

  it("quarantines what does not fit by the number of its figure, and takes the rest", async () => {
    const source = dayByDay(() => [
      [price("2024-01-01", 1), price("2024-01-01", 1, "nobody"), price("2024-01-01", 9)],
      [price("2030-01-01", 1), price("2024-01-02", 2)],
    ]);
    expect(await read(source)).toEqual({ added: 2, failed: 0 });
    expect(await refused()).toEqual([
      ["https://days.example/all", 2, "unknown asset or token"],
      ["https://days.example/all", 3, "contradicts an earlier row"],
      ["https://days.example/all", 4, "date in the future"],
    ]);
  });

  it("fails while an entity or metric that it is expected to report never occurs", async () => {
    const days = [[price("2024-01-01", 1), price("2024-01-01", 1, "btea")]];
    const source: ScheduledSource = {
      ...dayByDay(() => days),
      expected: () => [
        { entity: "alpha", metric: "price" },
        { entity: "beta" },
        { metric: "total_supply_token" },
      ],
    };
    expect(await read(source)).toEqual({ added: 1, failed: 1 });
    expect(failures).toEqual([
      'https://days.example/all: It has no valid figure of "beta", "total_supply_token"',
    ]);
    // Later readings start where this one ended, and stored values count.
    failures = [];
    expect(await read(source)).toEqual({ added: 0, failed: 1 });
    days.push([{ ...price("2024-01-02", 2, "beta"), metric: "total_supply_token" }]);
    failures = [];
    expect(await read(source)).toEqual({ added: 1, failed: 0 });
    expect(failures).toEqual([]);
  });

  it("stores the provider of each figure, and the source of each figure and article", async () => {
    const source: ScheduledSource = {
      ...dayByDay(() => []),
      read: async (_, write) => {
        write.figure(price("2024-01-01", 1));
        write.article(article("Fine", new Date("2024-01-01T00:00:00Z")));
        return 1;
      },
    };
    expect(await read(source)).toEqual({ added: 2, failed: 0 });
    const from = (table: string, columns: string) =>
      test.store.compactRows(
        `SELECT ${columns}, s.kind, s.label, s.provider FROM ${table} AS t
          LEFT JOIN (SELECT * FROM sources FINAL) AS s ON s.id = t.source_id`,
      );
    expect(await from("observations", "t.provider")).toEqual([["days", "feed", "Days", "days"]]);
    expect(await from("news", "t.title")).toEqual([["Fine", "feed", "Days", "days"]]);
  });

  it("quarantines an article that cannot be dated, and takes the rest", async () => {
    const source: ScheduledSource = {
      ...dayByDay(() => []),
      read: async ({ cursor }, write) => {
        if (cursor === 1) return 1;
        write.figure(price("2024-01-01", 1));
        write.article(article("Undated", new Date(Number.NaN)));
        write.article(article("Late", new Date("2106-01-01T00:00:00Z")));
        write.article(article("Fine", new Date("2024-01-01T00:00:00Z")));
        write.figure(price("2024-01-02", -1));
        return 1;
      },
    };
    expect(await read(source)).toEqual({ added: 2, failed: 0 });
    expect(await test.store.compactRows("SELECT title FROM news FINAL")).toEqual([["Fine"]]);
    expect(await refused()).toEqual([
      ["https://days.example/all", 2, "invalid publication time"],
      ["https://days.example/all", 3, "invalid publication time"],
      ["https://days.example/all", 5, "negative value"],
    ]);
  });

  it("takes the figures of a day that begins while it is read", async () => {
    const days = dayByDay(() => [[price(today, 1)], [price("2025-01-01", 2)]]);
    const source: ScheduledSource = {
      ...days,
      read: async ({ cursor, ...request }, write) => {
        if (cursor === 1) now = new Date("2025-01-01T00:00:01Z");
        return days.read({ ...request, cursor: Number(cursor), settings: { DAYS_URL: "" } }, write);
      },
    };
    expect(await read(source)).toEqual({ added: 2, failed: 0 });
    expect(await refused()).toEqual([]);
    expect(await served()).toEqual([
      [today, 1],
      ["2025-01-01", 2],
    ]);
  });

  it("resumes at a failure, keeps earlier rows, and removes rejected rows from there on", async () => {
    let second: readonly Figure[] = [price("2024-01-02", -5)];
    let isAway = true;
    const source: ScheduledSource = {
      ...dayByDay(() => [[price("2024-01-01", 1)], second]),
      read: async (request, write) => {
        if (request.cursor === 1) for (const figure of second) write.figure(figure);
        if (request.cursor === 1 && isAway) throw new Error("It did not answer.");
        return dayByDay(() => [[price("2024-01-01", 1)]]).read(
          {
            ...request,
            cursor: request.cursor === null ? null : Number(request.cursor),
            settings: { DAYS_URL: "" },
          },
          write,
        );
      },
    };
    expect(await read(source)).toEqual({ added: 1, failed: 1 });
    expect(failures).toEqual(["https://days.example/all: It did not answer."]);
    expect(await refused()).toEqual([]);
    isAway = false;
    expect(await read(source)).toEqual({ added: 0, failed: 0 });
    expect(await refused()).toEqual([["https://days.example/all", 2, "negative value"]]);
    second = [price("2024-01-02", 5)];
    expect(await read(source)).toEqual({ added: 1, failed: 0 });
    expect(await refused()).toEqual([]);
  });

  it("removes invalidated values where its history changed, and continues from there", async () => {
    const days = [
      [price("2024-01-01", 1)],
      [price("2024-01-02", 2), price("2024-01-02", -2)],
      [price("2024-01-03", 3)],
    ];
    const source = dayByDay(() => days);
    await read(source);
    expect(await refused()).toEqual([["https://days.example/all", 3, "negative value"]]);
    days.splice(1, 2, [price("2024-01-02", 20), price("2024-01-02", 20, "nobody")]);
    const changed: ScheduledSource = {
      ...source,
      read: async ({ cursor, ...request }, write) => {
        if (cursor === 3) throw new HistoryChanged(1);
        return source.read({ ...request, cursor: Number(cursor), settings: { DAYS_URL: "" } }, write);
      },
    };
    expect(await read(changed)).toEqual({ added: 1, failed: 0 });
    expect(await served()).toEqual([
      ["2024-01-01", 1],
      ["2024-01-02", 20],
    ]);
    expect(await refused()).toEqual([["https://days.example/all", 2, "unknown asset or token"]]);
  });

  it("is rewound further back within a reading, and never to the same day twice", async () => {
    const days = dayByDay(() => ["1", "2", "3"].map((day) => [price(`2024-01-0${day}`, 1)]));
    const changing = (targets: Record<number, Json[]>): ScheduledSource => ({
      ...days,
      read: async ({ cursor, ...request }, write) => {
        const to = targets[Number(cursor)]?.shift();
        if (to !== undefined) throw new HistoryChanged(to);
        return days.read({ ...request, cursor: Number(cursor), settings: { DAYS_URL: "" } }, write);
      },
    });
    await read(days);
    expect(await read(changing({ 3: [2], 2: [1] }))).toEqual({ added: 2, failed: 0 });
    expect(await read(changing({ 3: [2, 2, 2] }))).toEqual({ added: 1, failed: 1 });
    expect(await read(changing({ 3: ["x"] }))).toEqual({ added: 0, failed: 1 });
    expect(failures).toEqual([
      "https://days.example/all: days.read was rewound to 2024-01-03 already: the next reading resumes from there",
      'https://days.example/all: days.read cannot be rewound from 3 to "x"',
    ]);
    expect(await served()).toHaveLength(3);
  });

  it("distinguishes origins with the same name", async () => {
    const alpha = dayByDay(() => [[price("2024-01-01", 1), price("2024-01-01", -1)]]);
    const beta = dayByDay(() => [[price("2024-01-01", 2, "beta"), price("2024-01-01", -2, "beta")]]);
    await read(alpha, { DAYS_URL: "https://days.example/all?of=alpha" });
    await read(beta, { DAYS_URL: "https://days.example/all?of=beta" });
    expect(await refused()).toHaveLength(2);
    const changed: ScheduledSource = {
      ...beta,
      read: async ({ cursor }) => {
        if (cursor === 1) throw new HistoryChanged(0);
        return 0;
      },
    };
    expect(await read(changed, { DAYS_URL: "https://days.example/all?of=beta" })).toEqual({
      added: 0,
      failed: 0,
    });
    expect(await served()).toEqual([["2024-01-01", 1]]);
  });

  it("has an id by its address only if its name is its address", async () => {
    const url = "https://days.example/all";
    await read(
      dayByDay(() => []),
      { DAYS_URL: url },
    );
    await registerSource(test.store, { kind: "feed", label: "Days", fileName: url, isSample: false });
    expect(await listSources(test.store)).toHaveLength(1);
  });

  it("is read from its start if its cursor is of another kind", async () => {
    await read(dayByDay(() => [[price("2024-01-01", 1)]]));
    await test.store.run(
      'ALTER TABLE settings UPDATE value = \'{"cursor":"x","rows":1}\' WHERE name LIKE \'cursor %\' SETTINGS mutations_sync = 2',
    );
    expect(await read(dayByDay(() => [[price("2024-01-01", 4)]]))).toEqual({ added: 1, failed: 0 });
  });
});

it("has no cursor that would be another once it was stored", () => {
  const { cursor: _, read: __, rewind: ___, ...others } = dayByDay(() => []);
  // @ts-expect-error JSON has no bigint
  scheduledSource({ ...others, cursor: z.object({ block: z.bigint() }), read: async () => ({ block: 5n }) });
  // @ts-expect-error JSON has no date
  scheduledSource({ ...others, cursor: z.date(), read: async () => new Date(5) });
  // @ts-expect-error stored as a number, it would not be read as a text again
  scheduledSource({ ...others, cursor: z.string().transform(Number), read: async () => 5 });
  scheduledSource({ ...others, cursor: z.object({ block: z.number() }), read: async () => ({ block: 5 }) });
});

describe("a reading that is killed with SIGKILL", () => {
  let child: KillableScript;
  let folder: string;
  beforeAll(async () => {
    child = await buildKillable(fileURLToPath(new URL("../testSupport/readDaysInChild.ts", import.meta.url)));
    folder = await mkdtemp(join(tmpdir(), "cadastre-kill-"));
  });
  afterAll(async () => {
    await child.remove();
    await rm(folder, { recursive: true, force: true });
  });
  const readInChild = (store: string, killAt?: string) => child.run([join(folder, store)], killAt);

  it("ends, once repeated, with the same tables as one that was left alone", {
    timeout: 600_000,
  }, async () => {
    const undisturbed = await readInChild("undisturbed");
    expect(JSON.parse(undisturbed ?? "")).toMatchObject({
      scratch: [],
      quarantine: [{ n: "2" }],
      observations: [{ n: "2" }],
      cursor: [{ value: '{"cursor":2,"rows":4}' }],
    });
    const strikes = [
      "insert scratch_page_\\d+_staged",
      'insert dirty_assets .*"done":false',
      "INSERT INTO observations",
      "insert quarantine",
      "INSERT INTO scratch_derive_\\d+_batch",
      'insert settings .*data_version"',
      'insert settings .*"cursor .*cursor\\\\":1',
      'insert settings .*"cursor .*cursor\\\\":2',
    ];
    for (const killAt of strikes) expect(await readInChild("struck", killAt), killAt).toBeNull();
    expect(await readInChild("struck")).toBe(undisturbed);
  });
});
