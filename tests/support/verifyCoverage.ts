/** Stored transfers of the ledger against the digests of its coverage. */
import { createHash } from "node:crypto";
import type { MarketStore } from "#stores";
import type { BlockRange } from "../../src/ingest/chain/rpcProblem";

/** A number as hexadecimal digits of a fixed number of bytes. */
const digits = (column: string, bytes: number): string =>
  `substring(lower(hex(reverse(reinterpretAsFixedString(${column})))), ${65 - 2 * bytes})`;

export interface CoverageProblem {
  contractId: number;
  range: BlockRange;
  /** Transfers according to the coverage, and as stored. */
  expected: number;
  stored: number;
}

/** Compares stored transfers with the number and digest of every covered range. */
export async function verifyCoverage(
  store: MarketStore,
  contractIds: readonly number[],
): Promise<CoverageProblem[]> {
  const problems: CoverageProblem[] = [];
  const ranges = await store.compactRows<[number, string, string, string, string]>(
    `SELECT contract_id, from_block, to_block, transfers, digest FROM ledger_coverage FINAL
      WHERE contract_id IN {contractIds:Array(UInt32)} ORDER BY contract_id, from_block`,
    { contractIds },
  );
  for (const [contractId, from, to, transfers, digest] of ranges) {
    const bytes = await store.bytes(
      `SELECT block, log_index, toUnixTimestamp(timestamp), ${digits("transaction", 32)}, ${digits("sender", 20)},
        ${digits("receiver", 20)}, ${digits("value", 32)}
        FROM ledger_transfers FINAL
        WHERE contract_id = {contractId:UInt32} AND block >= {from:UInt64} AND block <= {to:UInt64}
        ORDER BY block, log_index`,
      "TabSeparated",
      { contractId, from, to },
    );
    if (createHash("sha256").update(bytes).digest("hex") === digest) continue;
    const stored = Buffer.from(bytes).filter((byte) => byte === 10).length;
    problems.push({
      contractId,
      range: { from: BigInt(from), to: BigInt(to) },
      expected: Number(transfers),
      stored,
    });
  }
  return problems;
}
