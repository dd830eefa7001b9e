/**
 * Compares a cached page of the product with a server that does nothing else: the same bytes and headers from a bare
 * Hono server in its own process.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import path from "node:path";
import { root, startProduct } from "../support/product";
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import type { FixedPage } from "./fixedPageServer";
import { requestsPerSecond } from "./httpLoad";
import { interleave } from "./interleave";
import { sampleFolder } from "./sampleMarket";

export const page: Measure = {
  name: "page",
  doc: "requests per second of a cached page against the same bytes from a bare server",
  needsBuild: true,
  run: runPage,
};

const ADDRESSES = ["/", "/treasuries"];
const CONNECTIONS = 32;
const ROUNDS = 7;
const RUN_MS = 700;
const WARM_UP_MS = 1000;
const AIM = { atLeast: 0.5 };

async function runPage(world: MeasureWorld): Promise<Comparison[]> {
  world.say("starts the product; the first start generates sample data");
  const product = await startProduct({ dataDir: sampleFolder(world) });
  try {
    const comparisons: Comparison[] = [];
    for (const address of ADDRESSES) {
      world.say(address);
      comparisons.push(...(await compare(new URL(address, product.url), address)));
    }
    return comparisons;
  } finally {
    await product.stop();
  }
}

async function compare(url: URL, address: string): Promise<Comparison[]> {
  const fixed = await compressedPage(url);
  const server = fork(path.join(root, "tests/bench/fixedPageServer.ts"), {
    env: { ...process.env, NODE_ENV: "production" },
  });
  try {
    server.send(fixed);
    const [port] = (await once(server, "message")) as [number];
    const load = (target: URL, milliseconds: number) =>
      requestsPerSecond({ url: target, connections: CONNECTIONS, milliseconds });
    const targets = {
      product: url,
      memory: new URL(`http://localhost:${port}/memory`),
      file: new URL(`http://localhost:${port}/file`),
    };
    for (const target of Object.values(targets)) await load(target, WARM_UP_MS);
    const rates = await interleave(ROUNDS, {
      product: () => load(targets.product, RUN_MS),
      memory: () => load(targets.memory, RUN_MS),
      file: () => load(targets.file, RUN_MS),
    });
    const note = `${Math.round(Buffer.from(fixed.body, "base64").length / 1000)} kB compressed`;
    const row = (what: string, theirs: readonly number[]) =>
      comparisonOf(
        { measure: "page", what: `${address} against ${what}`, unit: "req/s", aim: AIM, note },
        { ours: rates.product, theirs },
      );
    return [row("bytes in memory", rates.memory), row("a file", rates.file)];
  } finally {
    server.disconnect();
  }
}

/** Returns the page compressed: `fetch` would decompress it. */
function compressedPage(url: URL): Promise<FixedPage> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const {
          connection: _,
          "keep-alive": __,
          date: ___,
          "transfer-encoding": ____,
          ...kept
        } = response.headers;
        const headers = Object.fromEntries(
          Object.entries(kept).map(([name, value]) => [name, String(value)]),
        );
        resolve({ headers, body: Buffer.concat(chunks).toString("base64") });
      })
      .on("error", reject);
  });
}
