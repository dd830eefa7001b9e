/** Final blocks that are replaced, on a real node, and endpoints that disagree about them or lag. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { indexCatalog } from "#domain/resources";
import { readLedgerStatus } from "../../src/ingest/chain/ledgerStatus";
import { rewindLedger } from "../../src/ingest/chain/rewindLedger";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { type LedgerWorld, openLedgerWorld } from "../support/ledgerWorld";
import { type Provider, sizeOf, startRpcProxy } from "../support/rpcProxy";
import { generateChain, type TestChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const EMPTY = 96;

describe.skipIf(missing !== "")("final blocks", () => {
  const nodes: EvmNode[] = [];
  let node: EvmNode;
  let chain: TestChain;
  let world: LedgerWorld;
  const proxies: { stop(): Promise<void> }[] = [];
  beforeAll(async () => {
    node = await startEvmNode();
    nodes.push(node);
    chain = await generateChain(node, { seed: Date.now(), tokens: 2, blocks: 60, interval: 6 * 3_600 });
    await node.rpc("anvil_mine", [`0x${EMPTY.toString(16)}`, "0x1"]);
  });
  beforeEach(async () => {
    world = await openLedgerWorld([chain]);
  });
  afterEach(async () => {
    await world.close();
    for (const proxy of proxies.splice(0)) await proxy.stop();
  });
  afterAll(() => Promise.all(nodes.map((one) => one.stop())));

  async function through(behaviour: Provider): Promise<string> {
    const proxy = await startRpcProxy(node.url, behaviour);
    proxies.push(proxy);
    return proxy.url;
  }
  const otherHash = `0x${"ab".repeat(32)}`;
  /** An endpoint whose blocks from one on have another hash. */
  const forkedFrom = (block: number) =>
    through({
      change: ({ method }, result) => {
        if (method !== "eth_getBlockByNumber" || typeof result !== "object" || result === null) return result;
        return Number((result as { number: string }).number) >= block
          ? { ...result, hash: otherHash }
          : result;
      },
    });
  const rewind = (block: bigint, token: string | null = null) =>
    rewindLedger(world.store, {
      catalog: indexCatalog(world.catalog),
      endpoints: new Map([["one", [node.url]]]),
      assets: "all",
      networks: ["one"],
      ...{ token, block },
    });
  const status = () =>
    readLedgerStatus(world.store, {
      catalog: indexCatalog(world.catalog),
      endpoints: new Map([["one", [node.url]]]),
      assets: "all",
    });
  const stored = () =>
    world.store.rows(
      "SELECT contract_id, from_block, to_block, digest, last_hash FROM ledger_coverage FINAL ORDER BY ALL",
    );
  const observed = () =>
    world.store.rows("SELECT token_id, metric_id, date, value FROM observations FINAL ORDER BY ALL");

  it("that were replaced stop their network, also after the node has the former ones again, until it is rewound", async () => {
    const own = await startEvmNode();
    nodes.push(own);
    // Of the same seed: blocks of both nodes are the same.
    const seed = Date.now() + 1;
    const options = { seed, tokens: 2, blocks: 60, interval: 6 * 3_600 };
    const other = await startEvmNode();
    nodes.push(other);
    const grown = await generateChain(own, options);
    await generateChain(other, options);
    for (const one of [own, other]) {
      // Otherwise times follow the clock, and with them the hashes.
      const { timestamp } = await one.rpc<{ timestamp: string }>("eth_getBlockByNumber", ["latest", false]);
      await one.rpc("evm_setNextBlockTimestamp", [Number(timestamp) + 1]);
      await one.rpc("anvil_mine", [`0x${EMPTY.toString(16)}`, "0x1"]);
    }
    await world.sync([["one", [own.url]]]);
    const [coverage, figures] = [await stored(), await observed()];
    await own.rpc("anvil_reorg", [120, []]);
    await grown.grow(4);
    await own.rpc("anvil_mine", ["0x50", "0x15180"]);
    const report = await world.sync([["one", [own.url]]]);
    const [network] = report.networks;
    expect(network).toMatchObject({ isStopped: true, sync: null });
    const block = coverage[0]?.to_block;
    expect(network?.error).toContain(`Block ${block} was read from ${own.url} with the hash 0x`);
    expect(network?.error).toContain(`${own.url} has 0x`);
    expect(network?.error).toContain("cadastre chain rewind one 0.");
    expect(report.figures).toBe(0);
    expect(await stored()).toEqual(coverage);
    expect(await observed()).toEqual(figures);
    expect((await status())[0]?.stopped).toEqual({ reason: network?.error, since: "2025-06-01T12:00:00Z" });
    expect((await world.sync([["one", [other.url]]])).networks[0]).toMatchObject({ isStopped: true });

    await rewind(0n);
    expect((await status())[0]?.stopped).toBeNull();
    const again = await world.sync([["one", [other.url]]]);
    expect(again.networks[0]).toMatchObject({ isStopped: false, error: null });
    expect(await observed()).toEqual(figures);
    expect((await stored()).map(({ last_hash }) => last_hash)).toEqual(
      coverage.map(({ last_hash }) => last_hash),
    );
  });

  it("are compared up to where they were replaced, and again after a rewind that leaves replaced ones", async () => {
    await world.sync([["one", [await forkedFrom(1_000)]]]);
    const [first] = await stored();
    const middle = Math.floor(Number(first?.to_block) / 2);
    await rewind(0n);
    // Read in two parts; only the second is replaced.
    const limited = await through({
      refuse: (call) =>
        call.method === "eth_getLogs" && sizeOf(call).blocks > middle
          ? { error: { message: `maximum allowed is ${middle} blocks` } }
          : undefined,
    });
    await world.sync([["one", [limited]]]);
    const ends = [...new Set((await stored()).map(({ to_block }) => Number(to_block)))].sort((a, b) => a - b);
    expect(ends.length).toBeGreaterThan(1);
    const [kept = 0] = ends;
    const forked = await forkedFrom(kept + 1);
    const report = await world.sync([["one", [forked]]]);
    expect(report.networks[0]?.error).toContain(`cadastre chain rewind one ${kept + 1}.`);
    await rewind(BigInt(kept + 1), chain.tokens[0]);
    expect((await world.sync([["one", [forked]]])).networks[0]).toMatchObject({ isStopped: true });
    await rewind(BigInt(kept + 1));
    expect((await world.sync([["one", [node.url]]])).networks[0]).toMatchObject({
      isStopped: false,
      error: null,
    });
  });

  it("stop their network only if a second endpoint has other ones too, if there is one", async () => {
    await world.sync([["one", [node.url]]]);
    const coverage = await stored();
    const forked = await forkedFrom(20);
    const alone = await world.sync([["one", [forked, node.url]]]);
    expect(alone.networks[0]).toMatchObject({ isStopped: false, error: null });
    expect(alone.networks[0]?.failures).toEqual([
      { endpoint: forked, reason: expect.stringContaining(`has the hash ${otherHash}, not 0x`) },
    ]);
    const behind = await through({
      change: ({ method }, result) =>
        method === "eth_blockNumber" ? "0x10" : method === "eth_getBlockByNumber" ? null : result,
    });
    const undecided = await world.sync([["one", [forked, behind]]]);
    expect(undecided.networks[0]?.isStopped).toBe(false);
    const both = await world.sync([["one", [forked, await forkedFrom(30), node.url]]]);
    expect(both.networks[0]).toMatchObject({ isStopped: true });
    expect(both.networks[0]?.error).toContain(`${forked} has ${otherHash} at block`);
    expect(await stored()).toEqual(coverage);
  });

  it("that an endpoint does not have yet are no contradiction: its head is behind", async () => {
    await world.sync([["one", [node.url]]]);
    const lagging = await through({
      change: ({ method, params }, result) => {
        if (method === "eth_blockNumber") return "0x10";
        if (method !== "eth_getBlockByNumber") return result;
        return params[0] === "finalized" || Number(params[0]) > 16 ? null : result;
      },
    });
    const report = await world.sync([["one", [lagging]]]);
    expect(report.networks[0]).toMatchObject({ isStopped: false, error: null });
    expect((await status())[0]?.stopped).toBeNull();
  });

  it("of endpoints that contradict each other are not read, unless most agree", async () => {
    const forked = await forkedFrom(5);
    const tie = await world.sync([["one", [forked, node.url]]]);
    expect(tie.networks[0]?.error).toMatch(
      /^Endpoints contradict each other at block \d+, which is final: http/,
    );
    expect(await stored()).toEqual([]);
    const third = await through({});
    const report = await world.sync([["one", [forked, node.url, third]]]);
    expect(report.networks[0]).toMatchObject({ error: null, isStopped: false });
    expect(report.networks[0]?.failures).toEqual([
      { endpoint: forked, reason: expect.stringMatching(/it is on another fork\.$/) },
    ]);
    expect((await stored()).length).toBeGreaterThan(0);
  });
});
