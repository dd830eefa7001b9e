/** Observations of the figures of the ledger: rounded to double precision, in units of the token. */
import { metricByName } from "#domain/metrics";
import type { MarketStore } from "#stores";
import { assignProvider } from "../observations/assignProvider";
import { nextRowVersion } from "../rowVersion";
import { withScratchTables } from "../scratchTables";
import { registerSource } from "../sources";
import { applyStaged, STAGED_COLUMNS } from "../staging/applyStaged";
import type { LedgerToken } from "./ledgerTokens";

/** Provider of the figures, as named in SOURCE_PRECEDENCE. */
export const LEDGER_PROVIDER = "chain";

/** Metric → expression over a row of `ledger_daily`; null has no figure. Shares are of a supply above zero only. */
const figures: Readonly<Record<string, string>> = {
  total_supply_token: "if(supply < 0, NULL, toFloat64(supply) / unit)",
  daily_mints_token: "toFloat64(mints) / unit",
  daily_burns_token: "toFloat64(burns) / unit",
  daily_transfer_volume_token: "toFloat64(volume) / unit",
  daily_transfer_count: "toFloat64(transfers)",
  daily_active_addresses_count: "toFloat64(active_1)",
  trailing_7_day_active_addresses_count: "toFloat64(active_7)",
  trailing_30_day_active_addresses_count: "toFloat64(active_30)",
  holding_addresses_count: "toFloat64(holders)",
  top_holder_share_percent: "if(supply <= 0, NULL, 100 * toFloat64(top_1) / toFloat64(supply))",
  top_5_holders_share_percent: "if(supply <= 0, NULL, 100 * toFloat64(top_5) / toFloat64(supply))",
  top_10_holders_share_percent: "if(supply <= 0, NULL, 100 * toFloat64(top_10) / toFloat64(supply))",
  holder_concentration_hhi:
    "if(supply <= 0, NULL, toFloat64(squares) / pow(toFloat64(supply) / toFloat64(scale), 2))",
};

/**
 * Stores figures of tokens of one network that differ from those stored. Part of a commit.
 * @returns the number of new or changed figures
 */
export async function publishLedger(
  store: MarketStore,
  { chainId, label, tokens }: { chainId: number; label: string; tokens: readonly LedgerToken[] },
): Promise<number> {
  if (tokens.length === 0) return 0;
  // Not the address of an endpoint: another one reports the same transfers.
  const sourceId = await registerSource(store, {
    kind: "chain",
    label,
    provider: LEDGER_PROVIDER,
    fileName: `eip155:${chainId}`,
    isSample: false,
  });
  await assignProvider(store, { sourceId, provider: LEDGER_PROVIDER });
  const version = await nextRowVersion(store);
  return withScratchTables(store, { purpose: "ledger", run: version }, async (scratch) => {
    const staged = await scratch.table(
      "staged",
      STAGED_COLUMNS,
      "(asset_id, token_id, metric_id, date, line)",
    );
    const rows = Object.entries(figures).map(([slug, value]) => {
      const metric = metricByName(slug);
      if (metric === undefined) throw new Error(`There is no metric ${slug}.`);
      return `(toUInt32(${metric.id}), toNullable(${value}))`;
    });
    for (const { contract, assetId, tokenId, decimals } of tokens) {
      await store.run(
        `INSERT INTO ${staged}
          WITH pow(10, ${decimals}) AS unit, toInt256('${10n ** BigInt(Math.max(0, decimals - 6))}') AS scale
          SELECT 0, {assetId:UInt32}, {tokenId:UInt32}, figure.1, day, assumeNotNull(figure.2) FROM (
            SELECT day, arrayJoin([${rows.join(", ")}]) AS figure FROM ledger_daily FINAL
            WHERE contract_id = {contractId:UInt32}
          ) WHERE isNotNull(figure.2)`,
        { assetId, tokenId, contractId: contract.id },
      );
    }
    const { accepted, unchanged } = await applyStaged(store, {
      scratch,
      staged,
      isDistinct: true,
      provider: LEDGER_PROVIDER,
      sourceId,
      version,
    });
    return accepted - unchanged;
  });
}
