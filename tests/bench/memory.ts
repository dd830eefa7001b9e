/** Memory of the product: at rest after its first start, under mixed load, after the load, and after a restart. */
import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Product, startProduct } from "../support/product";
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";

export const memory: Measure = {
  name: "memory",
  doc: "megabytes at rest and under mixed load against the target, by part (Linux)",
  needsBuild: true,
  run: runMemory,
};

const REST_MS = 20_000;
const LOAD_MS = 60_000;
const CONNECTIONS = 4;
const AIM_AT_REST = 600;
const AIM_UNDER_LOAD = 1_200;

const partsSchema = z.array(z.object({ group: z.string(), name: z.string(), bytes: z.number() }));
type Parts = z.output<typeof partsSchema>;

async function runMemory({ folder, say }: MeasureWorld): Promise<Comparison[]> {
  const dataDir = path.join(folder, "memory");
  // The measurement needs a first start.
  rmSync(dataDir, { recursive: true, force: true });
  const env = { PAGE_RENDERS_PER_MINUTE: "1000000" };
  const columns: [string, Parts][] = [];
  const look = async (what: string, product: Product) => {
    const { stdout } = await product.cadastre("memory", "--json");
    const parts = partsSchema.parse(JSON.parse(stdout));
    columns.push([what, parts]);
    return (parts.find(({ name }) => name === "resident")?.bytes ?? 0) / 1e6;
  };
  const row = (what: string, megabytes: number, aim: number, note = "") =>
    comparisonOf(
      { measure: "memory", what, unit: "MB", aim: { atMost: 1 }, note },
      { ours: [megabytes], theirs: [aim] },
    );
  const rows: Comparison[] = [];
  say("starts the product, which makes its sample data");
  let product = await startProduct({ env, dataDir });
  try {
    await wait(REST_MS);
    rows.push(row("at rest, after the first start", await look("first start", product), AIM_AT_REST));
    const world = await readWorld(product);
    say(`${LOAD_MS / 1000} s of pages, requests to the data API and searches`);
    const mixed = await load(product, world, { connections: CONNECTIONS, addressOf: mixedAddress });
    await look("mixed load", product);
    rows.push(row("peak, mixed load", mixed.peak / 1e6, AIM_UNDER_LOAD, `${mixed.answers} responses`));
    say(`${LOAD_MS / 1000} s of large series and CSV`);
    const large = await load(product, world, { connections: 1, addressOf: largeAddress });
    await look("large responses", product);
    rows.push(row("peak, large responses", large.peak / 1e6, AIM_UNDER_LOAD, `${large.answers} responses`));
    await wait(REST_MS);
    rows.push(row("at rest, after the load", await look("after it", product), AIM_UNDER_LOAD));
    await product.stop();
    say("starts it again");
    product = await startProduct({ env, dataDir });
    await wait(REST_MS);
    rows.push(row("at rest, after a restart", await look("restart", product), AIM_AT_REST));
  } finally {
    await product.remove();
  }
  console.log(`${partsTable(columns)}\n`);
  return rows;
}

/** Pages and slugs to request, and the key. */
interface World {
  key: string;
  pages: readonly string[];
  slugs: readonly string[];
}

async function readWorld(product: Product): Promise<World> {
  const created = await product.cadastre("keys", "create", "--name", "Benchmark", "--rate", "1000000");
  const sitemap = await (await fetch(`${product.url}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = "/"]) => new URL(at).pathname);
  const slugs = pages.flatMap((page) => /^\/assets\/(.+)/.exec(page)?.[1] ?? []);
  return { key: created.stdout.trim(), pages, slugs };
}

type AddressOf = (index: number, world: World) => string;

/** Sends requests over several connections until the load ends, and samples memory meanwhile. */
async function load(
  product: Product,
  world: World,
  { connections, addressOf }: { connections: number; addressOf: AddressOf },
): Promise<{ peak: number; answers: number }> {
  const end = Date.now() + LOAD_MS;
  let index = 0;
  let answers = 0;
  let peak = 0;
  const ask = async () => {
    while (Date.now() < end) {
      const at = addressOf(index++, world);
      const headers = at.startsWith("/api/v4") ? { authorization: `Bearer ${world.key}` } : undefined;
      const response = await fetch(`${product.url}${at}`, headers ? { headers } : {});
      await response.arrayBuffer();
      // Some requests may exceed the visitor's work limits; the others still count.
      if (response.ok) answers += 1;
      else if (response.status === 429 || response.status === 503) await wait(200);
      else throw new Error(`${at} answered ${response.status}`);
    }
  };
  const watch = async () => {
    while (Date.now() < end) {
      peak = Math.max(peak, await residentBytes(product.process.pid));
      await wait(250);
    }
  };
  await Promise.all([watch(), ...Array.from({ length: connections }, ask)]);
  return { peak, answers };
}

/** Half pages (each a different one or in a different order), a third requests to the data API, the rest searches. */
const mixedAddress: AddressOf = (index, { pages, slugs }) => {
  const nth = Math.floor(index / 6);
  const slug = slugs[(nth * 7) % Math.max(1, slugs.length)];
  const page = pages[(index * 5) % Math.max(1, pages.length)] ?? "/";
  const kinds = [
    page,
    `/api/v4/assets?page=${1 + (nth % 3)}`,
    `${page}?q=${slug?.slice(0, 3)}`,
    `/api/trpc/search.getInitialSearchGroups?batch=1&input=${encodeURIComponent('{"0":{}}')}`,
    pages[(index * 11) % Math.max(1, pages.length)] ?? "/",
    `/api/v4/assets/${slug}`,
  ];
  return kinds[index % kinds.length] ?? "/";
};

/** Requests of one visitor who exports data: series of all days, each by another grouping, and rows as CSV. */
const largeAddress: AddressOf = (index) => {
  const query = (value: object) => encodeURIComponent(JSON.stringify(value));
  const filter = {
    operator: "equals",
    field: "measure_slug",
    value: ["bridged_token_value_dollar", "holding_addresses_count"][Math.floor(index / 4) % 2],
  };
  const series = (groupBy: string) =>
    `/api/v4/tokens/aggregates/timeseries?query=${query({ filter, aggregate: { groupBy } })}`;
  const kinds = [
    series("network"),
    `/api/v4/assets?perPage=100&page=${1 + (index % 3)}&format=csv`,
    series("asset"),
    `/api/v4/tokens?perPage=100&page=${1 + (index % 5)}&format=csv`,
  ];
  return kinds[index % kinds.length] ?? "";
};

async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Parts by moment, in megabytes, as a Markdown table. */
function partsTable(columns: readonly [string, Parts][]): string {
  const names = (columns[0]?.[1] ?? []).map(({ group, name }) => `${group}: ${name}`);
  const cell = (parts: Parts, at: string) => {
    const found = parts.find(({ group, name }) => `${group}: ${name}` === at);
    return found === undefined ? "" : (found.bytes / 1e6).toFixed(1);
  };
  const rows = [
    ["MB", ...columns.map(([what]) => what)],
    ["-", ...columns.map(() => "-:")],
    ...names.map((name) => [name, ...columns.map(([, parts]) => cell(parts, name))]),
  ];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
