/** Portions of transfers read in a worker thread: equal to those read without one, from a real node. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EndpointFailure } from "../../src/ingest/chain/connectClients";
import type { Contract, TransferPortion } from "../../src/ingest/chain/ledgerStore";
import type { LogWindow } from "../../src/ingest/chain/logWindow";
import { readInThread } from "../../src/ingest/chain/readerThread";
import { type ReadPortions, readPortions } from "../../src/ingest/chain/readPortions";
import { openRpcClient } from "../../src/ingest/chain/rpcClient";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { type Provider, startRpcProxy } from "../support/rpcProxy";
import { generateChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";

describe.skipIf(missing !== "")("a thread that reads transfers", () => {
  let node: EvmNode;
  let contracts: Contract[];
  const proxies: { stop(): Promise<void> }[] = [];
  beforeAll(async () => {
    node = await startEvmNode();
    const chain = await generateChain(node, { seed: Date.now(), tokens: 2, blocks: 100 });
    contracts = chain.tokens.map((address, index) => ({
      id: index + 1,
      networkId: 1,
      address,
      decimals: 18,
    }));
  });
  afterAll(async () => {
    for (const proxy of proxies) await proxy.stop();
    await node?.stop();
  });

  async function through(behaviour: Provider): Promise<string> {
    const proxy = await startRpcProxy(node.url, behaviour);
    proxies.push(proxy);
    return proxy.url;
  }

  async function read(
    reader: ReadPortions,
    urls: readonly string[],
    { signal, onPortion }: { signal?: AbortSignal; onPortion?: () => void } = {},
  ) {
    const clients = urls.map((url) => openRpcClient({ url }));
    const failures: EndpointFailure[] = [];
    const windows = new Map<string, LogWindow>();
    const portions: TransferPortion[] = [];
    try {
      const request = { clients, contracts, range: { from: 0n, to: 100n }, failures, windows, signal };
      for await (const portion of reader(request)) {
        portions.push(portion);
        onPortion?.();
      }
      return { portions, failures, windows };
    } finally {
      for (const client of clients) client.close();
    }
  }

  it("sends the portions that are read without it, and what it learned of the endpoint", async () => {
    // A limit of blocks, so that there are several ranges.
    const url = await through({
      refuse: ({ method, params }) => {
        if (method !== "eth_getLogs") return undefined;
        const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
        if (Number(toBlock) - Number(fromBlock) < 30) return undefined;
        return {
          error: { code: -32_602, message: "You can make eth_getLogs requests with up to a 30 block range." },
        };
      },
    });
    const [own, plain] = [await read(readInThread, [url]), await read(readPortions, [url])];
    expect(own.portions.flatMap(({ ranges }) => ranges).length).toBeGreaterThan(3);
    expect(own).toEqual(plain);
    expect(own.windows.get(url)?.limit?.blocks).toBe(30);
  });

  it("continues at the next endpoint, with the reason of the failure", async () => {
    const broken = await through({
      refuse: () => ({ error: { code: -32_000, message: "missing trie node" } }),
    });
    const { portions, failures } = await read(readInThread, [broken, node.url]);
    expect(portions.map(({ endpoint }) => endpoint)).toEqual([node.url]);
    expect(failures).toEqual([{ endpoint: broken, reason: expect.stringContaining("missing trie node") }]);
    await expect(read(readInThread, [broken])).rejects.toThrow("No endpoint can be used.");
  });

  it("ends when its reading is aborted, also while it waits for a response", async () => {
    const stop = new AbortController();
    const silent = await through({
      respond: (calls) => {
        if (!calls.some(({ method }) => method === "eth_getLogs")) return false;
        stop.abort(new Error("The network was paused."));
        return true;
      },
    });
    await expect(read(readInThread, [silent], { signal: stop.signal })).rejects.toThrow(
      "The network was paused.",
    );
  });
});
