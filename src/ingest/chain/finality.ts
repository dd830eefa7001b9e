/** Which blocks of a network are final: those up to its tag `finalized`, otherwise those at a depth below the newest. */
import type { BlockHeader } from "./blockHeaders";
import { headerCall, readHeaderResult } from "./blockHeaders";
import type { RpcClient } from "./rpcClient";
import { RpcError } from "./rpcProblem";

/** Blocks above one that counts as final, on networks that are not listed. */
const DEFAULT_DEPTH = 64;

/** Depths of networks by chain id, where nodes may know no tag `finalized` and 64 blocks are too few or needlessly many. */
const depths: Readonly<Record<number, number>> = {
  // Ethereum Classic: the attacks of August 2020 replaced more than 7,000 blocks.
  61: 10_000,
  // Polygon: the reorganization of February 2023 was of 157 blocks.
  137: 256,
  // Tron: a round of its 27 producers, of whom 19 confirm a block.
  728126428: 27,
  // Avalanche C-Chain: accepted blocks are final.
  43114: 1,
};

/** Blocks after which a block counts as final where nodes know no tag for it. */
export const finalityDepth = (chainId: number): number => depths[chainId] ?? DEFAULT_DEPTH;

export interface ChainHead {
  /** Number of the newest block. */
  newest: bigint;
  /** Number of the newest final block. */
  final: bigint;
}

/**
 * The newest block of an endpoint and the newest one that is final there.
 * @throws RpcError
 */
export async function readHead(client: RpcClient, depth: number, signal?: AbortSignal): Promise<ChainHead> {
  const [tagged, head] = await client.batch(
    [headerCall("finalized"), { method: "eth_blockNumber", params: [] }],
    signal,
  );
  if (head?.problem) throw new RpcError(head.problem);
  if (typeof head?.result !== "string" || !/^0x[0-9a-f]{1,16}$/i.test(head.result)) {
    throw new RpcError({ kind: "invalid", message: "Invalid response: the newest block is not a number." });
  }
  const newest = BigInt(head.result);
  const final = finalHeader(tagged)?.number ?? newest - BigInt(depth);
  return { newest, final: final > newest ? newest : final < 0n ? 0n : final };
}

/** Null where the node knows no such tag. */
function finalHeader(result: Parameters<typeof readHeaderResult>[0]): BlockHeader | null {
  if (result === undefined || result.problem !== null) return null;
  return readHeaderResult(result);
}
