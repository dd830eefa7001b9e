/**
 * The ledger of transfers: reading a chain of a real node until it is stored, beside its bare responses, and processor
 * time of the figures of simulated transfers.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { DAY_MS, isoDay } from "#domain/days";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { registerContracts } from "../../src/ingest/chain/ledgerStore";
import { openRpcClient } from "../../src/ingest/chain/rpcClient";
import { settleContracts } from "../../src/ingest/chain/settleContracts";
import { syncNetwork } from "../../src/ingest/chain/syncNetwork";
import { TRANSFER_TOPIC } from "../../src/ingest/chain/transferLogs";
import { type EvmNode, startEvmNode } from "../support/evmNode";
import { generateChain, type TestChain } from "../support/testChain";
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import { processorTime } from "./derive";
import { interleave, timed } from "./interleave";

export const chain: Measure = {
  name: "chain",
  doc: "transfers per second from a node until stored, against its bare responses, and processor time of their figures",
  needsBuild: false,
  run: async (world) => [...(await measureReading(world)), ...(await measureFigures(world))],
};

const ROUNDS = 5;
/** Aims: logs per second, the share of bare responses, and seconds of processor time and megabytes of figures. */
const AIMS = { logs: 60_000, share: 0.4, newDay: 2_000, history: 150_000, memory: 1_200 } as const;

const CHAIN = { seed: 1, tokens: 10, blocks: 1_500, perBlock: 20, interval: 14_400, holders: 2_000 };
/** Blocks of a bare request, the fastest of this node. */
const BARE_BLOCKS = 250;

async function measureReading({ folder, say }: MeasureWorld): Promise<Comparison[]> {
  const node = await startEvmNode();
  const home = path.join(folder, "chain-read");
  await rm(home, { recursive: true, force: true });
  const store = await openMarketStore({ url: null, folder: home });
  try {
    await migrateMarketStore(store);
    const market = await generateChain(node, CHAIN);
    const logs = market.transfers.length;
    say(`${logs} transfers of ${market.tokens.length} tokens in ${CHAIN.blocks} blocks`);
    const contracts = await registerContracts(store, { networkId: 1, addresses: market.tokens });
    const perSecond = async (work: () => Promise<unknown>) => (logs / (await timed(work)())) * 1_000;
    const times = await interleave(ROUNDS, {
      stored: async () => {
        for (const table of ["ledger_transfers", "ledger_coverage"])
          await store.run(`TRUNCATE TABLE ${table}`);
        return perSecond(() => readAll(store, node, contracts));
      },
      bare: () => perSecond(() => readBare(node, market)),
    });
    const [stored] = await store.rows<{ n: string }>("SELECT count() AS n FROM ledger_transfers");
    say(`stored ${times.stored.map(Math.round).join()} bare ${times.bare.map(Math.round).join()}`);
    // The last blocks are not final.
    if (Number(stored?.n) < logs * 0.9)
      throw new Error(`Only ${stored?.n} of ${logs} transfers were stored.`);
    const what = "reading until stored";
    return [
      comparisonOf(
        {
          measure: "chain",
          what: `${what}, beside bare responses`,
          unit: "logs/s",
          aim: { atLeast: AIMS.share },
        },
        { ours: times.stored, theirs: times.bare },
      ),
      comparisonOf(
        { measure: "chain", what: `${what}, beside its limit`, unit: "logs/s", aim: { atLeast: 1 } },
        { ours: times.stored, theirs: [AIMS.logs] },
      ),
    ];
  } finally {
    await store.close();
    await node.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function readAll(
  store: MarketStore,
  { url }: EvmNode,
  contracts: Awaited<ReturnType<typeof registerContracts>>,
): Promise<void> {
  const client = openRpcClient({ url });
  try {
    await syncNetwork(store, {
      contracts: contracts.map((contract) => ({ ...contract, firstBlock: 0n, lastBlock: null })),
      clients: [client],
      failures: [],
      finalityDepth: 0,
      exclusively: (work) => work(),
    });
  } finally {
    client.close();
  }
}

async function readBare({ url }: EvmNode, { tokens }: TestChain): Promise<void> {
  for (let from = 0; from <= CHAIN.blocks + 1; from += BARE_BLOCKS) {
    const filter = {
      address: tokens,
      topics: [TRANSFER_TOPIC],
      fromBlock: `0x${from.toString(16)}`,
      toBlock: `0x${(from + BARE_BLOCKS - 1).toString(16)}`,
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_getLogs", params: [filter] });
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    await response.arrayBuffer();
  }
}

const SIMULATED = { transfers: 20_000_000, tokens: 200, days: 730, holders: 1_500_000 };
const FIRST_DAY = Date.UTC(2024, 0, 1);
const BLOCKS_PER_DAY = 7_200;
/** Transfers of one statement. */
const PORTION = 2_000_000;

async function measureFigures({ folder, say }: MeasureWorld): Promise<Comparison[]> {
  const home = path.join(folder, "chain-figures");
  await rm(home, { recursive: true, force: true });
  const store = await openMarketStore({ url: null, folder: home });
  try {
    await migrateMarketStore(store);
    for (let done = 0; done < SIMULATED.transfers; done += PORTION) await simulate(store, done, PORTION);
    say(`${SIMULATED.transfers / 1e6} million transfers simulated`);
    const history = await processorTime(() => settleAll(store, SIMULATED.days));
    say(`history in ${history.toFixed(0)} ms of processor time`);
    const perDay = Math.round(SIMULATED.transfers / SIMULATED.days);
    const days: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await simulate(store, SIMULATED.transfers + round * perDay, perDay);
      days.push(await processorTime(() => settleAll(store, SIMULATED.days + round + 1, 1)));
      say(`day in ${days.at(-1)?.toFixed(0)} ms`);
    }
    const row = (what: string, ours: readonly number[], limit: number, unit = "ms") =>
      comparisonOf(
        { measure: "chain", what: `${what}, beside its limit`, unit, aim: { atMost: 1 } },
        { ours, theirs: [limit] },
      );
    return [
      row("figures of the whole history", [history], AIMS.history),
      row("figures of a new day", days, AIMS.newDay),
      row("peak memory", [process.resourceUsage().maxRSS / 1_000], AIMS.memory, "MB"),
    ];
  } finally {
    await store.close();
    await rm(home, { recursive: true, force: true });
  }
}

/** Transfers from one number to another: the first of two hundred tokens has the most, half of them are mints. */
const simulate = (store: MarketStore, from: number, count: number): Promise<void> =>
  store.run(
    `INSERT INTO ledger_transfers (contract_id, block, log_index, timestamp, transaction, sender, receiver, value)
      WITH number / {perDay:Float64} AS day, cityHash64(number, 'holder') % {holders:UInt32} + 1 AS holder
      SELECT 1 + toUInt32(pow((cityHash64(number, 'token') % 1000000) / 1e6, 4) * {tokens:UInt32}),
        toUInt64(day * ${BLOCKS_PER_DAY}), toUInt32(number % 4294967296), toDateTime(toUInt32({first:UInt32} + toUInt64(day * 86400)), 'UTC'),
        reinterpretAsUInt256(sipHash128(number)),
        if(number % 2 = 0, 0, cityHash64(number, 'sender') % {holders:UInt32} + 1), holder,
        toUInt256(1 + cityHash64(number, 'value') % 1000000) * toUInt256(if(number % 2 = 0, 10000000, 1000000)) * 1000000
      FROM numbers({from:UInt64}, {count:UInt64})`,
    {
      from,
      count,
      first: FIRST_DAY / 1_000,
      perDay: SIMULATED.transfers / SIMULATED.days,
      holders: SIMULATED.holders,
      tokens: SIMULATED.tokens,
    },
  );

/** @param days the number of days that are closed; the last `recent` of them are new */
function settleAll(store: MarketStore, days: number, recent?: number): Promise<void> {
  const dayOf = (number: number) => isoDay(FIRST_DAY + number * DAY_MS);
  return settleContracts(
    store,
    Array.from({ length: SIMULATED.tokens }, (_, index) => ({
      id: index + 1,
      lastDay: dayOf(days - 1),
      decimals: 18,
      since: recent === undefined ? null : dayOf(days - recent),
      fromBlock: recent === undefined ? 0n : BigInt((days - recent) * BLOCKS_PER_DAY),
    })),
  );
}
