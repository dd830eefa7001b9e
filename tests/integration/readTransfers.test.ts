/** Reading transfers of a generated chain from a real node, also through providers that limit, err and lie. */
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from "vitest";
import { firstWindow, type LogWindow } from "../../src/ingest/chain/logWindow";
import { readTransfers } from "../../src/ingest/chain/readTransfers";
import { openRpcClient, type RpcClient } from "../../src/ingest/chain/rpcClient";
import { RpcError } from "../../src/ingest/chain/rpcProblem";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { type Provider, type RpcProxy, sizeOf, startRpcProxy } from "../support/rpcProxy";
import { generateChain, type TestChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";

describe.skipIf(missing !== "")("transfers of a chain", () => {
  let node: EvmNode;
  let chain: TestChain;
  const open: { stop(): Promise<void> }[] = [];
  const clients: RpcClient[] = [];
  beforeAll(async () => {
    node = await startEvmNode();
    chain = await generateChain(node, { seed: Date.now(), tokens: 4, blocks: 150 });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    for (const one of open.splice(0)) await one.stop();
  });
  afterAll(() => node?.stop());

  async function through(behaviour: Provider): Promise<RpcProxy> {
    const proxy = await startRpcProxy(node.url, behaviour);
    open.push(proxy);
    return proxy;
  }

  async function readAll(url: string, start: LogWindow = firstWindow) {
    const client = openRpcClient({ url, delayMs: 1, retries: 2, timeoutMs: 3_000 });
    clients.push(client);
    const to = BigInt(Math.max(...chain.transfers.map(({ block }) => block)));
    const found: object[] = [];
    const times: number[] = [];
    let window = start;
    let next = 0n;
    const request = {
      contracts: chain.tokens,
      range: { from: 0n, to },
      window,
      onWindow: (learned: LogWindow) => {
        window = learned;
      },
    };
    for await (const part of readTransfers(client, request)) {
      expect(part.range.from).toBe(next);
      next = part.range.to + 1n;
      for (const { contract, block, from, to: receiver, value, time } of part.transfers) {
        found.push({
          contract,
          block: Number(block),
          time: time ?? part.times.get(block),
          from: `0x${from}`,
          to: `0x${receiver}`,
          value: BigInt(`0x${value}`),
        });
      }
      times.push(part.lastTime);
    }
    expect(next).toBe(to + 1n);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    return { found, window, requests: client.usage().requests };
  }

  const expectTruth = (found: object[]) => expect(found).toEqual(chain.transfers);
  const limits = (refuse: NonNullable<Provider["refuse"]>): Provider => ({
    refuse: (call) => (call.method === "eth_getLogs" ? refuse(call) : undefined),
  });

  it("are complete and exact", async () => {
    const { found, requests } = await readAll(node.url);
    expect(found.length).toBeGreaterThan(1_000);
    expectTruth(found);
    expect(requests).toBe(1);
  });

  test.each<[string, Provider]>([
    [
      "more than 10 blocks in a request",
      limits((call) =>
        sizeOf(call).blocks > 10
          ? { error: { message: "eth_getLogs is limited to a 10 blocks range" } }
          : undefined,
      ),
    ],
    [
      "more than 7 blocks, without saying how many",
      limits((call) =>
        sizeOf(call).blocks > 7 ? { error: { message: "block range too large" } } : undefined,
      ),
    ],
    [
      "a range, and suggests the same range again",
      limits((call) => {
        const { blocks, from } = sizeOf(call);
        if (blocks <= 5) return undefined;
        return {
          error: { message: `query exceeds max results, retry with the range ${from}-${from + blocks - 1}` },
        };
      }),
    ],
    [
      "a range, and suggests a smaller one",
      limits((call) => {
        const { blocks, from } = sizeOf(call);
        if (blocks <= 9) return undefined;
        return {
          error: {
            message: `Try with this block range [0x${from.toString(16)}, 0x${(from + 8).toString(16)}].`,
          },
        };
      }),
    ],
    [
      "a range with an error that is not recognised",
      limits((call) => (sizeOf(call).blocks > 3 ? { error: { code: -32_000, message: "oops" } } : undefined)),
    ],
    [
      "more than one address",
      limits((call) =>
        sizeOf(call).addresses > 1
          ? { error: { message: "please specify less number of addresses" } }
          : undefined,
      ),
    ],
    [
      "one block entirely, whose receipts it has",
      limits((call) => {
        const { from, blocks } = sizeOf(call);
        return from <= 60 && from + blocks > 60 ? { error: { message: "response too large" } } : undefined;
      }),
    ],
    ["every request for logs", limits(() => ({ error: { code: -32_000, message: "internal error" } }))],
    [
      "batches",
      {
        respond: (calls, response) => {
          if (calls.length > 1)
            response.end(JSON.stringify({ error: { message: "batch requests are disabled" } }));
          return calls.length > 1;
        },
      },
    ],
  ])("are complete at a provider that refuses %s", async (_, behaviour) => {
    expectTruth((await readAll((await through(behaviour)).url)).found);
  });

  it("are complete at a provider that cuts responses at a thousand logs without an error", async () => {
    const proxy = await through({
      change: ({ method }, result) =>
        method === "eth_getLogs" && Array.isArray(result) ? result.slice(0, 1_000) : result,
    });
    expectTruth((await readAll(proxy.url)).found);
  });

  it("are complete at a provider that never responds to large requests", async () => {
    const proxy = await through({
      respond: (calls) => calls.some((call) => call.method === "eth_getLogs" && sizeOf(call).blocks > 80),
    });
    expectTruth((await readAll(proxy.url)).found);
  });

  it("are complete at a provider that limits the rate", async () => {
    let count = 0;
    const proxy = await through({
      respond: (_, response) => {
        count += 1;
        if (count % 2 === 1) response.writeHead(429, { "retry-after": "0" }).end("{}");
        return count % 2 === 1;
      },
    });
    expectTruth((await readAll(proxy.url, { ...firstWindow, blocks: 20 })).found);
  });

  it("have the times of their blocks if logs have none", async () => {
    const proxy = await through({
      change: ({ method }, result) =>
        method === "eth_getLogs" && Array.isArray(result)
          ? result.map(({ blockTimestamp, ...log }) => log)
          : result,
    });
    expectTruth((await readAll(proxy.url)).found);
    expect(proxy.calls.get("eth_getBlockByNumber")).toBeGreaterThan(100);
  });

  it("are requested by a limit that was stated once, and not above it again", async () => {
    const sizes: number[] = [];
    const proxy = await through(
      limits((call) => {
        const { blocks } = sizeOf(call);
        sizes.push(blocks);
        return blocks > 25 ? { error: { message: "at most 25 blocks" } } : undefined;
      }),
    );
    const { window } = await readAll(proxy.url);
    expect(sizes.filter((blocks) => blocks > 25)).toHaveLength(1);
    expect(window.limit).toEqual({ blocks: 25, message: "at most 25 blocks" });
    sizes.length = 0;
    await readAll(proxy.url, window);
    expect(sizes.every((blocks) => blocks <= 25)).toBe(true);
  });

  type Log = Record<string, unknown>;
  const lie = (falsify: (logs: Log[]) => unknown): Provider => ({
    change: ({ method }, result) => (method === "eth_getLogs" ? falsify(result as Log[]) : result),
  });
  const firstChanged = (change: Log) =>
    lie((logs) => logs.map((log, index) => (index === 0 ? { ...log, ...change } : log)));
  const last = (logs: Log[], change: Log) =>
    logs.map((log, index) => (index === logs.length - 1 ? { ...log, ...change } : log));

  test.each<[string, Provider, string, string]>([
    [
      "of another contract",
      firstChanged({ address: `0x${"11".repeat(20)}` }),
      "invalid",
      "was not requested",
    ],
    ["outside of the range", firstChanged({ blockNumber: "0xffff" }), "invalid", "outside of 0 to"],
    ["of another event", firstChanged({ topics: [`0x${"22".repeat(32)}`] }), "invalid", "topic"],
    ["of a reverted block", firstChanged({ removed: true }), "invalid", "removed"],
    ["without an index", firstChanged({ logIndex: null }), "invalid", "no logIndex"],
    ["with half an amount", firstChanged({ data: "0x0" }), "invalid", "data"],
    ["twice", lie((logs) => [...logs, logs[0]]), "invalid", "two logs"],
    [
      "of another version of the last block",
      lie((logs) => last(logs, { blockHash: `0x${"33".repeat(32)}` })),
      "invalid",
      "two hashes",
    ],
    ["as an object", lie(() => ({})), "invalid", "not a list"],
    [
      "from a node that is behind",
      { change: ({ method }, result) => (method === "eth_blockNumber" ? "0x5" : result) },
      "behind",
      "newest block of the endpoint is 5",
    ],
    [
      "from a node without the last block",
      { change: ({ method }, result) => (method === "eth_getBlockByNumber" ? null : result) },
      "behind",
      "does not have block",
    ],
    [
      "from a node without history",
      limits(() => ({ error: { code: 4_444, message: "pruned history unavailable" } })),
      "pruned",
      "pruned",
    ],
  ])("are not accepted %s", async (_, behaviour, kind, message) => {
    const { url } = await through(behaviour);
    const error = await readAll(url).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RpcError);
    expect((error as RpcError).problem.kind).toBe(kind);
    expect((error as RpcError).message).toContain(message);
  });
});
