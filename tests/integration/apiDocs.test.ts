/**
 * Checks docs/api.md: sends every request on it and compares the response with the sample, and runs every program on
 * it against a server. `UPDATE_SAMPLES=1` writes the samples instead.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import { metricByName } from "#domain/metrics";
import { deriveDailyMetrics } from "#ingest";
import { type MarketStore, openPeopleStore, type PeopleStore } from "#stores";
import { freePort } from "../support/freePort";
import { hangLimits } from "../support/hangLimits";
import { type MarketWorld, openMarketWorld, wholeOf } from "../support/marketWorld";
import { transactionRows } from "../support/transactionRows";

const root = path.resolve(import.meta.dirname, "../..");
const page = path.join(root, "docs/api.md");
const updates = process.env.UPDATE_SAMPLES === "1";

interface Sample {
  request: string;
  language: string;
  status: number;
  body: string;
}

const pattern = /```http\n([\s\S]*?)\n```\n\n```(json|csv)(?: (\d+))?\n([\s\S]*?)\n```/g;
const text = readFileSync(page, "utf8");
const samples = [...text.matchAll(pattern)].map(
  ([, request = "", language = "", status = "200", body = ""]): Sample => ({
    request,
    language,
    status: Number(status),
    body,
  }),
);
const programs = [...text.matchAll(/```(\w+) sample\n([\s\S]*?)\n```/g)].map(
  ([, language = "", code = ""]) => ({ language, code }),
);

let world: MarketWorld;
let people: PeopleStore;
let api: ReturnType<typeof createRestApi>;
let key: string;
let server: ReturnType<typeof serve>;
let address: string;

beforeAll(async () => {
  world = await openMarketWorld();
  await addFigures(world.store);
  people = await openPeopleStore({ url: null, folder: "memory://" });
  key = (await createApiKey(people, { name: "docs", requestsPerMinute: 1_000_000 })).key;
  api = createRestApi({
    market: world.market,
    people,
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
  });
  const port = await freePort();
  server = serve({ fetch: api.fetch, port, hostname: "127.0.0.1" });
  address = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await world.close();
  await people.close();
});

/** Two weeks of figures of two funds and one asset that is in its issuer's books only, as from a file. */
async function addFigures(store: MarketStore): Promise<void> {
  const ingested = "2026-02-04 06:00:00.000";
  await store.insert("sources", [
    {
      id: 1,
      kind: "file",
      label: "figures.csv",
      file_name: "figures.csv",
      is_sample: false,
      ingested_at: ingested,
      version: 1,
    },
  ]);
  const days = ["2026-01-20", "2026-01-27", "2026-01-31", "2026-02-03"];
  const observed: [metric: string, asset: number, listing: number, values: number[]][] = [
    ["total_supply_token", 57, 501, [400, 420, 450, 460]],
    ["total_supply_token", 57, 502, [20, 20, 25, 25]],
    ["bridged_token_supply_token", 57, 501, [400, 420, 450, 460]],
    ["price_dollar", 57, wholeOf(57), [110, 110.2, 110.3, 110.5]],
    ["holding_addresses_count", 57, 501, [60, 61, 64, 66]],
    ["total_supply_token", 2331, 503, [1000, 1200, 1250, 1300]],
    ["price_dollar", 2331, wholeOf(2331), [1, 1, 1, 1]],
    ["holding_addresses_count", 2331, 503, [40, 44, 45, 47]],
    ["total_supply_token", 1002, wholeOf(1002), [2, 2, 3, 3]],
    ["price_dollar", 1002, wholeOf(1002), [2900, 2950, 3000, 3010]],
  ];
  const rows = observed.flatMap(([slug, asset, listing, values]) =>
    values.map((value, i) => ({
      asset_id: asset,
      token_id: listing,
      metric_id: metricByName(slug)?.id,
      date: days[i],
      is_sample: false,
      value,
      source_id: 1,
      version: 1,
    })),
  );
  await store.insert("observations", rows);
  await store.insert(
    "transactions",
    transactionRows(1, () => ({
      id: "ethereum:0xabc:7",
      kind: "mint",
      amount_dollar: 1380,
      transaction_hash: "0xabc",
      block_number: 1,
    })),
  );
  await deriveDailyMetrics(store, { assetIds: "all", today: "2026-02-04" });
}

async function answerTo({ request, language }: Sample): Promise<{ status: number; body: string }> {
  const [first = "", ...rest] = request.split("\n");
  const target = first.replace(/^GET /, "");
  const isAnonymous = rest[0] === "Authorization: none";
  const query = /^query=([\s\S]*)$/m.exec(request)?.[1];
  const mark = target.includes("?") ? "&" : "?";
  const search = query === undefined ? "" : `${mark}query=${encodeURIComponent(query)}`;
  const response = await api.request(`/api/v4${target}${search}`, {
    headers: isAnonymous ? {} : { authorization: `Bearer ${key}` },
  });
  const body = await response.text();
  return { status: response.status, body: language === "json" ? pretty(JSON.parse(body)) : body.trimEnd() };
}

/** JSON with short values on one line. */
function pretty(value: unknown, indent = ""): string {
  const flat = JSON.stringify(value).replace(
    /("(?:[^"\\]|\\.)*")|([:,])/g,
    (_, quoted, mark) => quoted ?? `${mark} `,
  );
  if (typeof value !== "object" || value === null || indent.length + flat.length <= 116) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = Array.isArray(value)
    ? value.map((item) => pretty(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pretty(item, inner)}`);
  return `${open}\n${packed(lines, inner).join(",\n")}\n${indent}${close}`;
}

/** Packs short parts into lines, and puts each long one on its own line. */
function packed(parts: readonly string[], indent: string): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const isPlain = !/[[{\n]/.test(part);
    if (last !== undefined && isPlain && !/[[{\n]/.test(last) && last.length + part.length <= 114) {
      lines[lines.length - 1] = `${last}, ${part}`;
    } else lines.push(indent + part);
  }
  return lines;
}

const execute = promisify(execFile);

/** Runs a program to its end, with the URL of the API and a key, as a reader would; returns its output. */
async function run({ language, code }: (typeof programs)[number]): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-docs-"));
  try {
    const file = path.join(folder, `sample.${{ sh: "sh", python: "py", ts: "mts" }[language] ?? language}`);
    writeFileSync(file, code);
    const commands: Readonly<Record<string, [string, ...string[]]>> = {
      sh: ["bash", "-eu"],
      python: ["python3"],
      ts: [process.execPath, path.join(root, "node_modules/tsx/dist/cli.mjs")],
    };
    const [command, ...args] = commands[language] ?? ["false"];
    const env = { ...process.env, CADASTRE: address, KEY: key };
    return (await execute(command, [...args, file], { env, timeout: hangLimits.test })).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("samples of requests", () => {
  test("are on the page", () => {
    expect(samples.length).toBeGreaterThan(10);
    expect(new Set(samples.map(({ status }) => status))).toEqual(new Set([200, 400, 401, 404]));
  });

  test.runIf(updates)("are up to date", async () => {
    const answers = new Map<string, string>();
    for (const sample of samples) answers.set(sample.request, (await answerTo(sample)).body);
    const written = text.replace(pattern, (_, request, language, status) => {
      const info = status === undefined ? language : `${language} ${status}`;
      return `\`\`\`http\n${request}\n\`\`\`\n\n\`\`\`${info}\n${answers.get(request)}\n\`\`\``;
    });
    writeFileSync(page, written);
  });

  test.skipIf(updates).each(samples)("$request", async (sample) => {
    const { status, body } = await answerTo(sample);
    expect(status).toBe(sample.status);
    expect(body).toBe(sample.body);
  });
});

describe("programs", () => {
  test("are on the page in three languages", () => {
    expect(new Set(programs.map(({ language }) => language))).toEqual(new Set(["sh", "python", "ts"]));
  });

  test.each(programs)("in $language run: $code", async (program) => {
    const written = await run(program);
    expect(written.trim()).not.toBe("");
    expect(written).not.toContain('"message"');
  });
});
