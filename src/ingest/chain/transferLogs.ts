/**
 * Transfer events (ERC-20) of `eth_getLogs` as rows of the ledger. Decoded by hand, since a general ABI decoder takes
 * fifteen times the processor time.
 */
import type { Json } from "../scheduledSource";
import { type BlockRange, RpcError } from "./rpcProblem";

/** keccak256 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

export interface TransferLog {
  /** Lower case. */
  contract: string;
  block: bigint;
  logIndex: number;
  /** Unix seconds; null if the endpoint sends none with logs. */
  time: number | null;
  blockHash: string;
  transaction: string;
  /** 20 bytes as hexadecimal digits without prefix. */
  from: string;
  to: string;
  /** 32 bytes as hexadecimal digits without prefix. */
  value: string;
}

export interface TransferLogs {
  /** In order of blocks and log indexes. */
  transfers: TransferLog[];
  /** Events with the topic that are no transfer of an amount, such as those of ERC-721 with four topics. */
  others: { contract: string; transaction: string; reason: string }[];
}

export interface LogRequest {
  /** Lower case. */
  contracts: ReadonlySet<string>;
  range: BlockRange;
}

/**
 * Reads a response.
 * @throws RpcError (`invalid`) for a response that contradicts the request or itself: it is not from a sound node
 */
export function readTransferLogs(response: Json, { contracts, range }: LogRequest): TransferLogs {
  if (!Array.isArray(response)) throw invalid("the result is not a list of logs");
  const transfers: TransferLog[] = [];
  const others: TransferLogs["others"] = [];
  for (const log of response) {
    const { contract, topics, data, ...place } = readLog(log);
    if (!contracts.has(contract)) throw invalid(`a log is of ${contract}, which was not requested`);
    if (place.block < range.from || place.block > range.to) {
      throw invalid(`a log is in block ${place.block}, outside of ${range.from} to ${range.to}`);
    }
    if (topics[0] !== TRANSFER_TOPIC) throw invalid(`a log has the topic ${topics[0]}`);
    const amount = readAmount(topics, data);
    if (typeof amount === "string") others.push({ contract, transaction: place.transaction, reason: amount });
    else transfers.push({ contract, ...place, ...amount });
  }
  transfers.sort((a, b) => (a.block === b.block ? a.logIndex - b.logIndex : a.block < b.block ? -1 : 1));
  requireOnePlaceEach(transfers);
  return { transfers, others };
}

const invalid = (reason: string) =>
  new RpcError({ kind: "invalid", message: `Invalid response: ${reason}.` });

const HASH = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;
const QUANTITY = /^0x[0-9a-f]{1,16}$/;
const DATA = /^0x(?:[0-9a-f]{2})*$/;

function readLog(log: Json | undefined) {
  if (typeof log !== "object" || log === null || Array.isArray(log)) throw invalid("a log is not an object");
  if (log.removed === true) throw invalid("a log of a final block is marked as removed");
  const text = (name: string, form: RegExp): string => {
    const value = log[name];
    if (typeof value !== "string") throw invalid(`a log has no ${name}`);
    const lower = value.toLowerCase();
    if (!form.test(lower)) throw invalid(`a log has the ${name} ${JSON.stringify(value.slice(0, 80))}`);
    return lower;
  };
  const { topics: given } = log;
  if (!Array.isArray(given)) throw invalid("a log has no topics");
  const topics = given.map((topic) => {
    if (typeof topic !== "string" || !HASH.test(topic.toLowerCase()))
      throw invalid("a log has an invalid topic");
    return topic.toLowerCase();
  });
  return {
    contract: text("address", ADDRESS),
    block: BigInt(text("blockNumber", QUANTITY)),
    logIndex: Number(text("logIndex", QUANTITY)),
    time: typeof log.blockTimestamp === "string" ? Number(text("blockTimestamp", QUANTITY)) : null,
    blockHash: text("blockHash", HASH),
    transaction: text("transactionHash", HASH),
    data: text("data", DATA),
    topics,
  };
}

/** Characters of a word of 32 bytes. */
const WORD = 64;
/** An address in a word is preceded by twelve zero bytes. */
const isAddress = (word: string): boolean => word.startsWith("0".repeat(24));

/** Sender, receiver and value of a transfer, or why it is none. */
function readAmount(
  topics: readonly string[],
  data: string,
): Pick<TransferLog, "from" | "to" | "value"> | string {
  // Tokens older than the standard have parameters in the data that it has in topics.
  const words = [...topics.slice(1).map((topic) => topic.slice(2)), ...wordsOf(data)];
  const [from = "", to = "", value = ""] = words;
  if (topics.length === 4) return "it has four topics, as tokens with numbers (ERC-721) have";
  if (words.length !== 3 || data.length % WORD !== 2) {
    return `it has ${topics.length} topics and ${(data.length - 2) / 2} bytes of data`;
  }
  if (!isAddress(from) || !isAddress(to)) return "its sender or receiver is not an address";
  return { from: from.slice(24), to: to.slice(24), value };
}

const wordsOf = (data: string): string[] => {
  const words: string[] = [];
  for (let at = 2; at + WORD <= data.length; at += WORD) words.push(data.slice(at, at + WORD));
  return words;
};

/** A log index belongs to one log of its block, and a block has one hash. */
function requireOnePlaceEach(sorted: readonly TransferLog[]): void {
  for (let at = 1; at < sorted.length; at += 1) {
    const [before, log] = [sorted[at - 1], sorted[at]];
    if (before === undefined || log === undefined || before.block !== log.block) continue;
    if (before.logIndex === log.logIndex) throw invalid(`block ${log.block} has two logs ${log.logIndex}`);
    if (before.blockHash !== log.blockHash) throw invalid(`block ${log.block} has two hashes`);
  }
}

/** Columns of `transferLine`, in order. */
export const TRANSFER_COLUMNS = [
  "contract_id",
  "block",
  "log_index",
  "timestamp",
  "transaction_hex",
  "sender_hex",
  "receiver_hex",
  "value_hex",
];

/** A transfer as a line of TabSeparated text, without the number of its contract. */
export const transferLine = (
  { block, logIndex, transaction, from, to, value }: TransferLog,
  time: number,
): string => `${block}\t${logIndex}\t${time}\t${transaction.slice(2)}\t${from}\t${to}\t${value}\n`;
