/**
 * Measures how long the sample of a catalog takes, by step.
 * @example npx tsx src/ingest/sample/loadSample.measure.ts [catalog folder]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { indexCatalog, transactionsResource } from "#domain/resources";
import { migrateMarketStore, openMarketStore } from "#stores";
import { loadCatalog } from "../catalog/loadCatalog";
import { readCatalog } from "../catalog/readCatalog";
import { ledgerText } from "../ledger/ledgerRow";
import { clearSample } from "./clearSample";
import { simulateTransactions } from "./ledger/transactions";
import { DEFAULT_SAMPLE_SEED, loadSample, SAMPLE_DAYS } from "./loadSample";
import { simulate } from "./simulation/simulate";
import { seriesText } from "./stored/seriesText";

const TODAY = "2026-11-21";
const { catalog } = await readCatalog(process.argv[2] ?? "catalog");
const index = indexCatalog(catalog);
const say = (what: string, value: string | number) => console.log(`${what.padEnd(44)}${value}`);
interface Moment {
  wall: number;
  cpu: NodeJS.CpuUsage;
}
const begin = (): Moment => ({ wall: performance.now(), cpu: process.cpuUsage() });
/** Wall time, and processor time of all threads: on a busy machine the latter is more reliable. */
const seconds = ({ wall, cpu }: Moment) => {
  const { user, system } = process.cpuUsage(cpu);
  return `${((performance.now() - wall) / 1000).toFixed(2)} s (processor ${((user + system) / 1e6).toFixed(2)} s)`;
};

say("assets / tokens", `${index.assets.length} / ${index.tokens.length}`);
const spent = { simulate: 0, text: 0, transactions: 0, transactionText: 0 };
let rows = 0;
let letters = 0;
let longest = 0;
let mark = performance.now();
const lap = () => {
  const since = performance.now() - mark;
  mark = performance.now();
  return since;
};
for (const asset of simulate(index, {
  seed: DEFAULT_SAMPLE_SEED,
  endDate: "2026-11-20",
  days: SAMPLE_DAYS,
})) {
  const simulated = lap();
  const observed = seriesText(asset, 0);
  const written = lap();
  const moves = simulateTransactions(asset, { catalog: index, seed: DEFAULT_SAMPLE_SEED });
  const moved = lap();
  ledgerText(transactionsResource, moves, { sourceId: 1, version: 1, edition: 1 });
  const serialized = lap();
  spent.simulate += simulated;
  spent.text += written;
  spent.transactions += moved;
  spent.transactionText += serialized;
  longest = Math.max(longest, simulated + written + moved + serialized);
  rows += observed.rows;
  letters += observed.text.length;
}
say("observations made in memory", `${rows} rows, ${(letters / 1e6).toFixed(0)} MB`);
for (const [what, ms] of Object.entries(spent)) say(`  ${what}`, `${(ms / 1000).toFixed(2)} s`);
say("  longest asset (event loop)", `${longest.toFixed(0)} ms`);

const folder = await mkdtemp(join(tmpdir(), "cadastre-sample-"));
const store = await openMarketStore({ url: null, folder });
await migrateMarketStore(store);
await loadCatalog(store, catalog);
for (const [what, today] of [
  ["first load", TODAY],
  ["again on the same day", TODAY],
  ["a day later", "2026-11-22"],
] as const) {
  const start = begin();
  let writing = "";
  const report = await loadSample(store, index, {
    today,
    onProgress: (share) => {
      if (writing === "" && share >= 0.45) writing = seconds(start);
    },
  });
  say(what, `${seconds(start)} (written after ${writing}) ${JSON.stringify(report)}`);
}
const [served] = await store.rows<{ n: string }>("SELECT count() AS n FROM daily_metrics");
say("daily metrics served", served?.n ?? 0);
const start = begin();
const cleared = await clearSample(store, { today: "2026-11-22" });
say("clear", `${seconds(start)} ${JSON.stringify(cleared)}`);
say("peak memory", `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
await store.close();
await rm(folder, { recursive: true, force: true });
