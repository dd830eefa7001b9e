/**
 * Blocks above the final one with their transfers. A transfer counts once its block is stored, and no longer once that is
 * dropped: each takes effect by one insert.
 */
import type { MarketStore } from "#stores";
import { nextRowVersion } from "../rowVersion";
import type { BlockHeader } from "./blockHeaders";
import type { Contract } from "./ledgerStore";
import type { TransferLog } from "./transferLogs";

/** A block that was read. Hashes are of 64 hexadecimal digits after `0x`. */
export type HotBlock = Pick<BlockHeader, "number" | "hash" | "parentHash" | "time">;

export interface ReadBlock extends HotBlock {
  transfers: readonly TransferLog[];
}

const hashOf = (column: string) => `concat('0x', lower(hex(reverse(reinterpretAsFixedString(${column})))))`;

/** The blocks of a network in order of their numbers. */
export async function readHotBlocks(store: MarketStore, networkId: number): Promise<HotBlock[]> {
  const rows = await store.compactRows<[block: string, hash: string, parent: string, time: number]>(
    `SELECT block, ${hashOf("block_hash")}, ${hashOf("parent_hash")}, toUnixTimestamp(timestamp)
      FROM ledger_hot_blocks FINAL WHERE network_id = {networkId:UInt32} AND NOT is_dropped ORDER BY block`,
    { networkId },
  );
  return rows.map(([block, hash, parentHash, time]) => ({ number: BigInt(block), hash, parentHash, time }));
}

export async function storeHotBlocks(
  store: MarketStore,
  {
    networkId,
    contracts,
    blocks,
  }: { networkId: number; contracts: readonly Contract[]; blocks: readonly ReadBlock[] },
): Promise<void> {
  const ids = new Map(contracts.map(({ id, address }) => [address, id]));
  const number = (digits: string) => String(BigInt(digits.startsWith("0x") ? digits : `0x${digits}`));
  await store.insert(
    "ledger_hot",
    blocks.flatMap(({ number: block, hash, time, transfers }) =>
      transfers.map((transfer) => ({
        network_id: networkId,
        block: String(block),
        block_hash: number(hash),
        log_index: transfer.logIndex,
        contract_id: ids.get(transfer.contract),
        timestamp: time,
        transaction: number(transfer.transaction),
        sender: number(transfer.from),
        receiver: number(transfer.to),
        value: number(transfer.value),
      })),
    ),
  );
  await writeBlocks(store, { networkId, blocks, isDropped: false });
}

/** Removes blocks that were replaced, with their transfers. */
export const dropHotBlocks = (
  store: MarketStore,
  { networkId, blocks }: { networkId: number; blocks: readonly HotBlock[] },
): Promise<void> => writeBlocks(store, { networkId, blocks, isDropped: true });

async function writeBlocks(
  store: MarketStore,
  { networkId, blocks, isDropped }: { networkId: number; blocks: readonly HotBlock[]; isDropped: boolean },
): Promise<void> {
  if (blocks.length === 0) return;
  const version = await nextRowVersion(store);
  await store.insert(
    "ledger_hot_blocks",
    blocks.map(({ number, hash, parentHash, time }) => ({
      network_id: networkId,
      block: String(number),
      block_hash: String(BigInt(hash)),
      parent_hash: String(BigInt(parentHash)),
      timestamp: time,
      is_dropped: isDropped,
      version,
    })),
  );
}

/** Deletes blocks up to one, which the ledger covers, and what interrupted and replaced readings have left of them. */
export async function deleteHotBlocks(
  store: MarketStore,
  { networkId, upTo }: { networkId: number; upTo: bigint },
): Promise<void> {
  const where = "network_id = {networkId:UInt32} AND block <= {upTo:UInt64}";
  const parameters = { networkId, upTo: String(upTo) };
  for (const table of ["ledger_hot_blocks", "ledger_hot"]) {
    const [found] = await store.compactRows(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`, parameters);
    if (found !== undefined) await store.run(`DELETE FROM ${table} WHERE ${where}`, parameters);
  }
}
