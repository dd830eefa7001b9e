/**
 * Growth of response times with the market: the same asset and the same class among 1, 10 and 100 times as many
 * assets and daily rows. Nothing is cached, so every query reaches the engine.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { root } from "../support/product";
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import { type GrownMarket, grownMarket } from "./grownMarket";
import { interleave } from "./interleave";

export const growth: Measure = {
  name: "growth",
  doc: "responses about an asset and a class at 10 and 100 times the daily rows",
  needsBuild: true,
  run: runGrowth,
};

const ASSET = "ousg";
const CLASS = "treasuries";
/** A response of the API takes a tenth of the time of a page. */
const ROUNDS = { api: 25, page: 11 };
const WARM_UP_ROUNDS = 4;
/** Growth below this bound counts as flat: the rest is noise of a shared machine. */
const FLAT = { atMost: 1.25 };

const asking = (at: string, query: object) =>
  `/api/v4/${at}?query=${encodeURIComponent(JSON.stringify(query))}`;
const isEqual = (field: string, value: string) => ({ operator: "equals", field, value });
const valueWhere = (field: string, slug: string) => ({
  operator: "and",
  filters: [isEqual("measure_slug", "bridged_token_value_dollar"), isEqual(field, slug)],
});

const cases = [
  {
    what: "an asset, its series by API",
    address: asking("assets/aggregates/timeseries", { filter: valueWhere("slug", ASSET) }),
    aim: FLAT,
  },
  {
    what: "an asset, every figure by API",
    address: asking("assets", { filter: isEqual("slug", ASSET) }),
    aim: FLAT,
  },
  { what: "an asset, its page", address: `/assets/${ASSET}`, aim: FLAT },
  {
    what: "a class, its series by API",
    address: asking("assets/aggregates/timeseries", {
      filter: valueWhere("asset_class_slug", CLASS),
      aggregate: { groupBy: "asset_class" },
    }),
    aim: null,
  },
  { what: "a class, its page", address: `/${CLASS}`, aim: null },
] as const;

async function runGrowth({ folder, say }: MeasureWorld): Promise<Comparison[]> {
  const home = path.join(folder, "growth");
  const market = (times: number) => grownMarket(home, { slug: ASSET, assetClass: CLASS, times });
  const markets: GrownMarket[] = [];
  for (const times of [1, 10, 100]) {
    markets.push(await market(times));
    say(`${times}x: ${markets.at(-1)?.dailyRows.toLocaleString("en")} daily rows`);
  }
  const workers = await Promise.all(markets.map((one) => startWorker(one.folder)));
  try {
    const comparisons: Comparison[] = [];
    for (const { what, address, aim } of cases) {
      const candidates = Object.fromEntries(workers.map((worker, at) => [at, () => ask(worker, address)]));
      await interleave(WARM_UP_ROUNDS, candidates);
      const times = await interleave(address.startsWith("/api/") ? ROUNDS.api : ROUNDS.page, candidates);
      for (const [at, factor] of [
        [1, 10],
        [2, 100],
      ] as const) {
        const note = `${millions(markets[at])} rows beside ${millions(markets[0])}`;
        comparisons.push(
          comparisonOf(
            { measure: "growth", what: `${what}, ${factor}×`, unit: "ms", aim, note },
            { ours: times[at] ?? [], theirs: times[0] ?? [] },
          ),
        );
      }
    }
    return comparisons;
  } finally {
    for (const worker of workers) worker.disconnect();
  }
}

const millions = (market: GrownMarket | undefined) => `${((market?.dailyRows ?? 0) / 1e6).toFixed(1)} M`;

interface Answer {
  milliseconds?: number;
  problem?: string;
}

async function startWorker(folder: string): Promise<ChildProcess> {
  const worker = fork(path.join(root, "tests/bench/siteWorker.ts"), [folder], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  await answerOf(worker);
  return worker;
}

async function ask(worker: ChildProcess, address: string): Promise<number> {
  const answer = answerOf(worker);
  worker.send(address);
  return answer;
}

async function answerOf(worker: ChildProcess): Promise<number> {
  const ended = new AbortController();
  const stop = () => ended.abort(new Error("a process that measures growth ended"));
  worker.once("exit", stop);
  try {
    const [{ milliseconds, problem }] = (await once(worker, "message", { signal: ended.signal })) as [Answer];
    if (milliseconds === undefined) throw new Error(problem);
    return milliseconds;
  } finally {
    worker.off("exit", stop);
  }
}
