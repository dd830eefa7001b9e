/** Headers of blocks as nodes report them. */
import type { Json } from "../scheduledSource";
import type { RpcCall, RpcClient, RpcResult } from "./rpcClient";
import { RpcError } from "./rpcProblem";

export interface BlockHeader {
  number: bigint;
  /** Lower case, as are the others. */
  hash: string;
  parentHash: string;
  /** Unix seconds. */
  time: number;
  /** Filter of the addresses and topics of its logs: 256 bytes as hexadecimal digits without prefix. */
  logsBloom: string;
}

const HASH = /^0x[0-9a-f]{64}$/;
const QUANTITY = /^0x[0-9a-f]{1,16}$/;
const BLOOM = /^0x[0-9a-f]{512}$/;

export const headerCall = (block: bigint | "finalized" | "latest"): RpcCall => ({
  method: "eth_getBlockByNumber",
  params: [typeof block === "bigint" ? `0x${block.toString(16)}` : block, false],
});

/**
 * The header in a result, or null if the node does not have the block.
 * @throws RpcError for a failed call, or a result that is no header
 */
export function readHeaderResult(result: RpcResult | undefined): BlockHeader | null {
  if (result === undefined) throw invalid("a result is missing");
  if (result.problem !== null) {
    if (result.problem.kind === "behind") return null;
    throw new RpcError(result.problem);
  }
  const header: Json = result.result;
  if (header === null) return null;
  if (typeof header !== "object" || Array.isArray(header)) throw invalid("a header is not an object");
  const text = (name: string, form: RegExp): string => {
    const value = header[name];
    const lower = typeof value === "string" ? value.toLowerCase() : "";
    if (!form.test(lower)) throw invalid(`a header has no valid ${name}`);
    return lower;
  };
  return {
    number: BigInt(text("number", QUANTITY)),
    hash: text("hash", HASH),
    parentHash: text("parentHash", HASH),
    time: Number(text("timestamp", QUANTITY)),
    logsBloom: text("logsBloom", BLOOM).slice(2),
  };
}

/**
 * Headers of blocks by number from one request; null for blocks that the node does not have.
 * @throws RpcError
 */
export async function readHeaders(
  client: RpcClient,
  blocks: readonly bigint[],
  signal?: AbortSignal,
): Promise<(BlockHeader | null)[]> {
  if (blocks.length === 0) return [];
  const results = await client.batch(blocks.map(headerCall), signal);
  return blocks.map((block, index) => {
    const header = readHeaderResult(results[index]);
    if (header !== null && header.number !== block) throw invalid(`a header is not that of block ${block}`);
    return header;
  });
}

const invalid = (reason: string) =>
  new RpcError({ kind: "invalid", message: `Invalid response: ${reason}.` });
