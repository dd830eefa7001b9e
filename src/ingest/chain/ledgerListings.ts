/** Under which token of the catalog the transfers of a contract are listed. */
import type { MarketStore } from "#stores";
import { announceDataVersion, moveAnnouncedVersion } from "../dataVersion";
import { nextRowVersion } from "../rowVersion";
import type { LedgerToken } from "./ledgerTokens";

/** Lists the transfers of tokens that are not listed, or with other contracts or decimals. */
export async function listTokens(store: MarketStore, tokens: readonly LedgerToken[]): Promise<void> {
  const rows = await store.compactRows<[tokenId: number, contractId: number, decimals: number]>(
    "SELECT token_id, contract_id, decimals FROM ledger_listings FINAL",
  );
  const listed = new Set(rows.map((row) => row.join(" ")));
  const changed = tokens.filter(
    ({ tokenId, contract, decimals }) => !listed.has([tokenId, contract.id, decimals].join(" ")),
  );
  if (changed.length === 0) return;
  const version = await nextRowVersion(store);
  await announceDataVersion(store);
  await store.insert(
    "ledger_listings",
    changed.map(({ tokenId, contract, decimals }) => ({
      token_id: tokenId,
      contract_id: contract.id,
      decimals,
      version,
    })),
  );
  await moveAnnouncedVersion(store);
}
