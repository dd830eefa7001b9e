/** Reads the transfers of contracts in final blocks, from one endpoint. */
import type { Json } from "../scheduledSource";
import { afterRefusal, afterResponse, isRoundCount, type LogWindow, type ReadSize } from "./logWindow";
import type { RpcCall, RpcClient, RpcResult } from "./rpcClient";
import { type BlockRange, RpcError, type RpcProblem } from "./rpcProblem";
import { readTransferLogs, TRANSFER_TOPIC, type TransferLog, type TransferLogs } from "./transferLogs";

export interface TransferRange extends TransferLogs {
  range: BlockRange;
  /** Hash of its last block. */
  lastHash: string;
  /** Unix seconds of its last block. */
  lastTime: number;
  /** Seconds of blocks whose logs have no time. */
  times: ReadonlyMap<bigint, number>;
}

export interface TransferRequest {
  /** Lower case. */
  contracts: readonly string[];
  range: BlockRange;
  /** What the endpoint accepts, as learned so far. */
  window: LogWindow;
  onWindow: (window: LogWindow) => void;
  signal?: AbortSignal | undefined;
}

/** Problems for which another endpoint may be better, but not a smaller request. */
const ELSEWHERE: ReadonlySet<RpcProblem["kind"]> = new Set([
  "rate",
  "pruned",
  "behind",
  "unauthorized",
  "unsupported",
  "transport",
  "invalid",
]);

/** Headers of blocks in one request. */
const HEADERS = 100;

/**
 * Yields consecutive parts of the range until its end.
 * @throws RpcError that a smaller request does not solve
 */
export async function* readTransfers(
  client: RpcClient,
  { contracts, range, onWindow, signal, ...request }: TransferRequest,
): AsyncGenerator<TransferRange> {
  let { window } = request;
  let { from } = range;
  while (from <= range.to) {
    const last = from + BigInt(window.blocks) - 1n;
    const part = { from, to: last < range.to ? last : range.to };
    const size: ReadSize = {
      blocks: Number(part.to - part.from) + 1,
      addresses: Math.min(window.addresses, contracts.length),
    };
    try {
      const { bytes, ...found } = await readPart(client, { contracts, range: part, size, signal });
      yield found;
      from = part.to + 1n;
      window = afterResponse(window, { blocks: size.blocks, logs: found.transfers.length, bytes });
    } catch (error) {
      if (!(error instanceof RpcError) || ELSEWHERE.has(error.problem.kind)) throw error;
      const narrower = afterRefusal(window, error.problem, size);
      if (narrower === null) {
        yield await readReceipts(client, { contracts, block: from, refused: error.problem, signal });
        from += 1n;
        continue;
      }
      window = narrower;
    }
    onWindow(window);
  }
}

interface PartRequest {
  contracts: readonly string[];
  range: BlockRange;
  size: ReadSize;
  signal: AbortSignal | undefined;
}

/** One request: logs, the header of the last block and the head, answered by one node. */
async function readPart(
  client: RpcClient,
  { contracts, range, size, signal }: PartRequest,
): Promise<TransferRange & { bytes: number }> {
  const { bytes: before } = client.usage();
  const filters: string[][] = [];
  for (let at = 0; at < contracts.length; at += size.addresses) {
    filters.push(contracts.slice(at, at + size.addresses));
  }
  const logCalls = filters.map(
    (address): RpcCall => ({
      method: "eth_getLogs",
      params: [{ address, topics: [TRANSFER_TOPIC], fromBlock: hex(range.from), toBlock: hex(range.to) }],
    }),
  );
  const [head, header, ...responses] = await client.batch(
    [{ method: "eth_blockNumber", params: [] }, headerCall(range.to), ...logCalls],
    signal,
  );
  const last = readHeader(resultOf(header), range, resultOf(head));
  const logs = responses.flatMap((response, index) => {
    const value = resultOf(response);
    if (!Array.isArray(value)) throw invalid("the result is not a list of logs");
    if (isRoundCount(value.length) && (size.blocks > 1 || (filters[index]?.length ?? 0) > 1)) {
      throw new RpcError({
        kind: "results",
        message: `Exactly ${value.length} logs: the rest may be missing.`,
      });
    }
    return value;
  });
  const found = readTransferLogs(logs, { contracts: new Set(contracts), range });
  requireHash(found.transfers, range.to, last.hash);
  const times = await readTimes(client, found.transfers, signal);
  return {
    ...found,
    range,
    lastHash: last.hash,
    lastTime: last.time,
    times,
    bytes: client.usage().bytes - before,
  };
}

/**
 * One block by its receipts, for a block whose logs an endpoint does not return.
 * @throws RpcError the refusal of its logs if the endpoint has no receipts either
 */
async function readReceipts(
  client: RpcClient,
  request: {
    contracts: readonly string[];
    block: bigint;
    refused: RpcProblem;
    signal: AbortSignal | undefined;
  },
): Promise<TransferRange> {
  const { contracts, block, refused, signal } = request;
  const range = { from: block, to: block };
  const [head, header, receipts] = await client.batch(
    [
      { method: "eth_blockNumber", params: [] },
      headerCall(block),
      { method: "eth_getBlockReceipts", params: [hex(block)] },
    ],
    signal,
  );
  if (receipts?.problem) throw new RpcError(refused);
  const last = readHeader(resultOf(header), range, resultOf(head));
  const value = resultOf(receipts);
  if (!Array.isArray(value)) throw invalid("the result is not a list of receipts");
  const wanted = new Set(contracts);
  const logs = value
    .flatMap((receipt) => (isObject(receipt) && Array.isArray(receipt.logs) ? receipt.logs : []))
    .filter(
      (log) =>
        isObject(log) &&
        wanted.has(String(log.address).toLowerCase()) &&
        Array.isArray(log.topics) &&
        log.topics[0] === TRANSFER_TOPIC,
    );
  const found = readTransferLogs(logs, { contracts: wanted, range });
  requireHash(found.transfers, block, last.hash);
  return { ...found, range, lastHash: last.hash, lastTime: last.time, times: new Map([[block, last.time]]) };
}

/** Times of the blocks whose logs have none. */
async function readTimes(
  client: RpcClient,
  transfers: readonly TransferLog[],
  signal: AbortSignal | undefined,
): Promise<Map<bigint, number>> {
  const hashes = new Map<bigint, string>();
  for (const { block, blockHash, time } of transfers) if (time === null) hashes.set(block, blockHash);
  const times = new Map<bigint, number>();
  const blocks = [...hashes.keys()];
  for (let at = 0; at < blocks.length; at += HEADERS) {
    const some = blocks.slice(at, at + HEADERS);
    const headers = await client.batch(some.map(headerCall), signal);
    for (const [index, block] of some.entries()) {
      const { hash, time } = readHeader(resultOf(headers[index]), { from: block, to: block });
      if (hash !== hashes.get(block)) throw invalid(`block ${block} has two hashes`);
      times.set(block, time);
    }
  }
  return times;
}

const hex = (block: bigint): string => `0x${block.toString(16)}`;
const headerCall = (block: bigint): RpcCall => ({
  method: "eth_getBlockByNumber",
  params: [hex(block), false],
});
const invalid = (reason: string) =>
  new RpcError({ kind: "invalid", message: `Invalid response: ${reason}.` });
const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function resultOf(result: RpcResult | undefined): Json {
  if (result === undefined) throw invalid("a result is missing");
  if (result.problem !== null) throw new RpcError(result.problem);
  return result.result;
}

const QUANTITY = /^0x[0-9a-f]{1,16}$/i;

/**
 * The header of the last block of a range.
 * @param head the newest block of the node, if it is part of the response
 * @throws RpcError (`behind`) if the node does not have the whole range
 */
function readHeader(header: Json, range: BlockRange, head?: Json): { hash: string; time: number } {
  const behind = (reason: string) => new RpcError({ kind: "behind", message: reason });
  if (head !== undefined) {
    if (typeof head !== "string" || !QUANTITY.test(head)) throw invalid("the newest block is not a number");
    if (BigInt(head) < range.to) {
      throw behind(`The newest block of the endpoint is ${BigInt(head)}, before ${range.to}.`);
    }
  }
  if (header === null) throw behind(`The endpoint does not have block ${range.to}.`);
  if (!isObject(header)) throw invalid("a header is not an object");
  const { hash, number, timestamp } = header;
  if (typeof hash !== "string" || !/^0x[0-9a-f]{64}$/i.test(hash)) throw invalid("a header has no hash");
  if (typeof number !== "string" || !QUANTITY.test(number) || BigInt(number) !== range.to) {
    throw invalid(`a header is not that of block ${range.to}`);
  }
  if (typeof timestamp !== "string" || !QUANTITY.test(timestamp)) throw invalid("a header has no time");
  return { hash: hash.toLowerCase(), time: Number(timestamp) };
}

function requireHash(transfers: readonly TransferLog[], block: bigint, hash: string): void {
  const other = transfers.find((log) => log.block === block && log.blockHash !== hash);
  if (other !== undefined) throw invalid(`block ${block} has two hashes`);
}
