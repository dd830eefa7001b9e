/** Tables of the ledger: contracts, their transfers, and which blocks have been read. */
import { createHash } from "node:crypto";
import type { MarketStore } from "#stores";
import { nextRowVersion } from "../rowVersion";
import type { TransferRange } from "./readTransfers";
import type { BlockRange } from "./rpcProblem";
import { TRANSFER_COLUMNS, type TransferLog, transferLine } from "./transferLogs";

export interface Contract {
  id: number;
  networkId: number;
  /** Lower case. */
  address: string;
  /** As the contract states them; null before they were read. */
  decimals: number | null;
}

/** The registered contracts of a network by address. */
export async function readContracts(store: MarketStore, networkId: number): Promise<Map<string, Contract>> {
  const rows = await store.compactRows<[id: number, address: string, decimals: number | null]>(
    "SELECT id, address, decimals FROM ledger_contracts FINAL WHERE network_id = {networkId:UInt32}",
    { networkId },
  );
  return new Map(rows.map(([id, address, decimals]) => [address, { id, networkId, address, decimals }]));
}

/** The contracts at addresses of a network, in their order. New ones get the next number. */
export async function registerContracts(
  store: MarketStore,
  { networkId, addresses }: { networkId: number; addresses: readonly string[] },
): Promise<Contract[]> {
  const contracts = await readContracts(store, networkId);
  const [newest] = await store.rows<{ id: number }>("SELECT max(id) AS id FROM ledger_contracts");
  let last = newest?.id ?? 0;
  const added = addresses
    .filter((address) => !contracts.has(address))
    .map((address): Contract => ({ id: ++last, networkId, address, decimals: null }));
  await writeContracts(store, added);
  for (const contract of added) contracts.set(contract.address, contract);
  return addresses.flatMap((address) => contracts.get(address) ?? []);
}

export async function writeContracts(store: MarketStore, contracts: readonly Contract[]): Promise<void> {
  const version = await nextRowVersion(store);
  const rows = contracts.map(({ id, networkId, address, decimals }) => ({
    id,
    network_id: networkId,
    address,
    decimals,
    version,
  }));
  await store.insert("ledger_contracts", rows);
}

export interface CoveredRange extends BlockRange {
  contractId: number;
  transfers: number;
  /** SHA-256 of the lines of its transfers. */
  digest: string;
  /** Hash of its last block. */
  lastHash: string;
  /** The endpoint that it was read from. */
  endpoint: string;
  /** Unix seconds of the last block. */
  lastTime: number;
}

export async function readCoverage(
  store: MarketStore,
  contractIds: readonly number[],
): Promise<Map<number, CoveredRange[]>> {
  const rows = await store.compactRows<
    [
      ...[id: number, from: string, to: string, lastTime: number],
      ...[transfers: string, digest: string, lastHash: string, endpoint: string],
    ]
  >(
    `SELECT contract_id, from_block, to_block, toUnixTimestamp(last_time), transfers, digest, last_hash, endpoint
      FROM ledger_coverage FINAL
      WHERE contract_id IN {contractIds:Array(UInt32)} ORDER BY contract_id, from_block`,
    { contractIds },
  );
  const covered = new Map<number, CoveredRange[]>(contractIds.map((id) => [id, []]));
  for (const [contractId, from, to, lastTime, transfers, digest, lastHash, endpoint] of rows) {
    const range = { from: BigInt(from), to: BigInt(to), lastTime, transfers: Number(transfers) };
    covered.get(contractId)?.push({ contractId, ...range, digest, lastHash, endpoint });
  }
  return covered;
}

/** Deletes transfers of blocks that no coverage row contains: a process was killed before it wrote one. */
export async function dropUncovered(
  store: MarketStore,
  { contractIds, range }: { contractIds: readonly number[]; range: BlockRange },
): Promise<void> {
  const where = `contract_id IN {contractIds:Array(UInt32)} AND block >= {from:UInt64} AND block <= {to:UInt64}`;
  const parameters = { contractIds, from: String(range.from), to: String(range.to) };
  const [found] = await store.rows(`SELECT 1 FROM ledger_transfers WHERE ${where} LIMIT 1`, parameters);
  if (found === undefined) return;
  await store.run(`DELETE FROM ledger_transfers WHERE ${where}`, parameters);
}

/** SHA-256 of the lines of transfers, by which a range can be compared with another reading of it. */
export const transferDigest = (lines: readonly string[]): string => {
  const hash = createHash("sha256");
  for (const line of lines) hash.update(line);
  return hash.digest("hex");
};

/** Lines of a range by contract. A contract without transfers has none. */
export function linesByContract(
  { transfers, times }: TransferRange,
  contracts: readonly Contract[],
): Map<number, string[]> {
  const lines = new Map<number, string[]>(contracts.map(({ id }) => [id, []]));
  const ids = new Map(contracts.map(({ id, address }) => [address, id]));
  const timeOf = ({ block, time }: TransferLog): number => {
    const seconds = time ?? times.get(block);
    if (seconds === undefined) throw new Error(`The time of block ${block} is not known.`);
    return seconds;
  };
  for (const transfer of transfers) {
    lines.get(ids.get(transfer.contract) ?? 0)?.push(transferLine(transfer, timeOf(transfer)));
  }
  return lines;
}

/** Ranges that were read for the same contracts from one endpoint, as they are stored. */
export interface TransferPortion {
  endpoint: string;
  ranges: {
    range: BlockRange;
    lastHash: string;
    /** Unix seconds of the last block. */
    lastTime: number;
    contracts: { id: number; transfers: number; digest: string; otherEvents: number }[];
  }[];
  /** Number of transfers. */
  logs: number;
  /** Transfers as TabSeparated text. */
  text: string;
}

export function encodePortion(
  ranges: readonly TransferRange[],
  { contracts, endpoint }: { contracts: readonly Contract[]; endpoint: string },
): TransferPortion {
  const portion: TransferPortion = { endpoint, ranges: [], logs: 0, text: "" };
  const text: string[] = [];
  for (const part of ranges) {
    const others = new Map<string, number>();
    for (const { contract } of part.others) others.set(contract, (others.get(contract) ?? 0) + 1);
    const lines = linesByContract(part, contracts);
    const found = contracts.map(({ id, address }) => {
      const own = lines.get(id) ?? [];
      for (const line of own) text.push(`${id}\t${line}`);
      const otherEvents = others.get(address) ?? 0;
      return { id, transfers: own.length, digest: transferDigest(own), otherEvents };
    });
    const { range, lastHash, lastTime } = part;
    portion.ranges.push({ range, lastHash, lastTime, contracts: found });
  }
  portion.logs = text.length;
  portion.text = text.join("");
  return portion;
}

/** Stores transfers, then that their ranges are covered. */
export async function storePortion(
  store: MarketStore,
  { endpoint, ranges, text }: TransferPortion,
): Promise<void> {
  const version = await nextRowVersion(store);
  const readAt = Date.now();
  const coverage = ranges.flatMap(({ range, lastHash, lastTime, contracts }) =>
    contracts.map(({ id, transfers, digest, otherEvents }) => ({
      contract_id: id,
      from_block: String(range.from),
      to_block: String(range.to),
      transfers,
      digest,
      other_events: otherEvents,
      last_hash: lastHash,
      last_time: lastTime,
      endpoint,
      read_at: readAt,
      version,
    })),
  );
  await store.insertTabSeparated("ledger_transfers", TRANSFER_COLUMNS, text);
  await store.insert("ledger_coverage", coverage);
}
