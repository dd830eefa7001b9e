/** Transfers of single blocks by their hash, complete as proven by the header and the indexes of all logs. */
import type { Json } from "../scheduledSource";
import { type BlockHeader, readHeaders } from "./blockHeaders";
import type { ReadBlock } from "./hotBlocks";
import { bloomOf, canContain } from "./logsBloom";
import type { RpcClient } from "./rpcClient";
import { RpcError } from "./rpcProblem";
import { readTransferLogs, TRANSFER_TOPIC } from "./transferLogs";

interface BlocksRequest {
  /** Lower case. */
  contracts: ReadonlySet<string>;
  /** Numbers in order, without gaps. */
  numbers: readonly bigint[];
  /** Hash of the block before the first; null if any is accepted. */
  parentHash: string | null;
  signal?: AbortSignal | undefined;
}

/**
 * Blocks that follow one another. They end early where the next one has another parent, since the chain was changed meanwhile.
 * @throws RpcError (`invalid`) for logs that are not all of those of their block
 */
export async function readBlocks(
  client: RpcClient,
  { contracts, numbers, parentHash, signal }: BlocksRequest,
): Promise<ReadBlock[]> {
  const headers = await readHeaders(client, numbers, signal);
  const linked: BlockHeader[] = [];
  let parent = parentHash;
  for (const header of headers) {
    if (header === null || (parent !== null && header.parentHash !== parent)) break;
    linked.push(header);
    parent = header.hash;
  }
  if (linked.length === 0) return [];
  const addresses = [...contracts];
  const isPossible = ({ logsBloom }: BlockHeader) =>
    addresses.some((contract) => canContain(logsBloom, [contract, TRANSFER_TOPIC]));
  // All logs, since only they can be compared with the header; where it excludes transfers, those that contradict it.
  const filterOf = (header: BlockHeader): Json =>
    isPossible(header)
      ? { blockHash: header.hash }
      : { blockHash: header.hash, address: addresses, topics: [TRANSFER_TOPIC] };
  const results = await client.batch(
    linked.map((header) => ({ method: "eth_getLogs", params: [filterOf(header)] })),
    signal,
  );
  return linked.map((header, index) => {
    const result = results[index];
    if (result === undefined || result.problem !== null) {
      throw new RpcError(
        result?.problem ?? { kind: "invalid", message: "Invalid response: a result is missing." },
      );
    }
    return readBlock(result.result, { header, contracts, isPossible: isPossible(header) });
  });
}

function readBlock(
  logs: Json,
  {
    header,
    contracts,
    isPossible,
  }: { header: BlockHeader; contracts: ReadonlySet<string>; isPossible: boolean },
): ReadBlock {
  const { number, hash, parentHash, time } = header;
  const block = { number, hash, parentHash, time };
  if (isPossible) requireAllLogs(logs, header);
  else if (!Array.isArray(logs) || logs.length > 0) {
    throw new RpcError({
      kind: "invalid",
      message: `Invalid response: block ${number} has transfers that its header excludes.`,
    });
  }
  const own = logs.filter((log) => {
    const { address, topics } = log as unknown as { address: string; topics: string[] };
    return contracts.has(address.toLowerCase()) && topics[0]?.toLowerCase() === TRANSFER_TOPIC;
  });
  const { transfers } = readTransferLogs(own, { contracts, range: { from: number, to: number } });
  return { ...block, transfers };
}

function requireAllLogs(logs: Json, { number, hash, logsBloom }: BlockHeader): asserts logs is Json[] {
  const fail = (reason: string): never => {
    throw new RpcError({
      kind: "invalid",
      message: `Invalid response: the logs of block ${number} ${reason}.`,
    });
  };
  if (!Array.isArray(logs)) return fail("are not a list");
  const parts = logs.map((log) => {
    if (typeof log !== "object" || log === null || Array.isArray(log))
      return fail("have one that is not an object");
    const { address, topics, logIndex, blockHash } = log;
    if (typeof address !== "string" || !Array.isArray(topics))
      return fail("have one without address or topics");
    if (typeof blockHash !== "string" || blockHash.toLowerCase() !== hash)
      return fail("are of another block");
    return {
      address: address.toLowerCase(),
      topics: topics.map((topic) => String(topic).toLowerCase()),
      index: Number(logIndex),
    };
  });
  const indexes = parts.map(({ index }) => index).sort((a, b) => a - b);
  if (indexes.some((index, at) => index !== at))
    fail("are not numbered from 0 without gaps: some are missing");
  if (bloomOf(parts) !== logsBloom) fail("are not those of its header: some are missing or false");
}
