/** A chain generated from a seed on a real node: tokens, their transfers, and what they add up to. */

import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";
import type { EvmNode } from "./evmNode";
import { type PackedTransfer, packTransfers, tokenBytecode, zeroAddress } from "./tokenContract";

export interface ChainTransfer extends PackedTransfer {
  /** Address of the token in lower case. */
  contract: string;
  block: number;
  /** Unix seconds. */
  time: number;
}

export interface TestChain {
  tokens: readonly string[];
  /** In order of blocks; within a block in order of log indexes. */
  transfers: ChainTransfer[];
  /** Mines more blocks of random transfers. */
  grow(blocks: number): Promise<void>;
}

export interface TestChainOptions {
  seed: number;
  tokens?: number;
  blocks?: number;
  /** The most transfers of a block. */
  perBlock?: number;
  /** Seconds between blocks. */
  interval?: number;
  holders?: number;
}

/** First day of the chain: 2025-01-01. */
const START = 1_735_689_600;

export async function generateChain(
  node: EvmNode,
  { seed, tokens: count = 3, blocks = 200, perBlock = 12, interval = 3_600, holders = 40 }: TestChainOptions,
): Promise<TestChain> {
  const random = mersenne(seed);
  const draw = (most: number) => uniformInt(random, 0, most - 1);
  const [sender] = await node.rpc<string[]>("eth_accounts");
  let nonce = Number(await node.rpc<string>("eth_getTransactionCount", [sender, "latest"]));
  let block = Number(await node.rpc<string>("eth_blockNumber"));
  let time = Math.max(
    START,
    Number((await node.rpc<{ timestamp: string }>("eth_getBlockByNumber", ["latest", false])).timestamp),
  );
  const transactions = (calls: { to?: string; data: string }[]) =>
    calls.map((call) => ({
      method: "eth_sendTransaction",
      params: [{ from: sender, gas: "0x5f5e1000", nonce: `0x${(nonce++).toString(16)}`, ...call }],
    }));
  const mine = async (calls: { to?: string; data: string }[]) => {
    block += 1;
    time += interval;
    const results = await node.rpcBatch([
      ...transactions(calls),
      { method: "evm_mine", params: [{ timestamp: time }] },
    ]);
    return results.slice(0, calls.length).map(String);
  };

  const deployed = await mine(Array.from({ length: count }, () => ({ data: tokenBytecode() })));
  const receipts = await Promise.all(
    deployed.map((hash) => node.rpc<{ contractAddress: string }>("eth_getTransactionReceipt", [hash])),
  );
  const tokens = receipts.map(({ contractAddress }) => contractAddress.toLowerCase());
  const people = Array.from(
    { length: holders },
    (_, index) => `0x${(index + 1).toString(16).padStart(40, "a")}`,
  );
  const balances = new Map<string, bigint>();
  const transfers: ChainTransfer[] = [];

  const change = (key: string, by: bigint) => balances.set(key, (balances.get(key) ?? 0n) + by);
  const next = (contract: string): PackedTransfer => {
    const holder = () => people[draw(people.length)] ?? zeroAddress;
    const from = holder();
    const balance = balances.get(contract + from) ?? 0n;
    const kind = draw(10);
    if (balance === 0n || kind === 0) {
      const value = BigInt(draw(1_000_000)) * 10n ** BigInt(draw(20));
      return { from: zeroAddress, to: from, value };
    }
    const value = kind === 1 ? balance : kind === 2 ? 0n : (balance * BigInt(draw(100))) / 100n;
    if (kind === 3) return { from, to: zeroAddress, value };
    return { from, to: kind === 4 ? from : holder(), value };
  };
  const grow = async (more: number) => {
    for (let done = 0; done < more; done += 1) {
      const calls = tokens.flatMap((contract) => {
        const size = draw(perBlock + 1);
        if (size === 0) return [];
        const packed = Array.from({ length: size }, () => {
          const transfer = next(contract);
          const { from, to, value } = transfer;
          if (from !== zeroAddress) change(contract + from, -value);
          if (to !== zeroAddress) change(contract + to, value);
          transfers.push({ contract, block: block + 1, time: time + interval, ...transfer });
          return transfer;
        });
        return [{ to: contract, data: packTransfers(packed) }];
      });
      await mine(calls);
    }
  };
  await grow(blocks);
  return { tokens, transfers, grow };
}
