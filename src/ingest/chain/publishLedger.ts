/** Observations of the figures of the ledger: rounded to double precision, in units of the token. */
import { metricByName } from "#domain/metrics";
import { hasStatedSupply } from "#domain/vocabulary";
import type { MarketStore } from "#stores";
import { assignProvider } from "../observations/assignProvider";
import { removeUnlisted } from "../observations/removeObservations";
import { nextRowVersion } from "../rowVersion";
import { withScratchTables } from "../scratchTables";
import { registerSource } from "../sources";
import { applyStaged, STAGED_COLUMNS } from "../staging/applyStaged";
import type { LedgerToken } from "./ledgerTokens";
import { overflow } from "./settleContracts";
import { latestSupplies } from "./statedSupply";

/** Provider of the figures, as named in SOURCE_PRECEDENCE. */
export const LEDGER_PROVIDER = "chain";

/** Unless the figure does not fit into 256 bits. */
const fits = (bits: number, value: string) => `if(bitAnd(overflow, ${bits}) > 0, NULL, ${value})`;
const amount = (column: string) => fits(overflow.amounts, `toFloat64(${column}) / unit`);
const ofSupply = (bits: number, value: string) => fits(bits, `if(supply <= 0, NULL, ${value})`);
const share = (column: string) =>
  ofSupply(overflow.balances, `100 * toFloat64(${column}) / toFloat64(supply)`);

/** Supply less balances of labelled addresses, if there are such labels; unknown if they exceed the supply. */
const rest = (condition: string, column: string) =>
  fits(
    overflow.balances,
    `if(${condition} AND supply >= ${column}, toFloat64(supply - ${column}) / unit, NULL)`,
  );

/** Metric → expression over a row of `ledger_daily` and `ledger_labels`; null has no figure. Shares are of a supply above zero only. */
const figures: Readonly<Record<string, string>> = {
  total_supply_token: `if(is_stated AND isNotNull(stated), toFloat64(assumeNotNull(stated)) / unit,
    ${fits(overflow.balances, "if(supply < 0, NULL, toFloat64(supply) / unit)")})`,
  daily_mints_token: amount("mints"),
  daily_burns_token: amount("burns"),
  daily_transfer_volume_token: amount("volume"),
  daily_transfer_count: "toFloat64(transfers)",
  daily_active_addresses_count: "toFloat64(active_1)",
  trailing_7_day_active_addresses_count: "toFloat64(active_7)",
  trailing_30_day_active_addresses_count: "toFloat64(active_30)",
  holding_addresses_count: fits(overflow.balances, "toFloat64(holders)"),
  top_holder_share_percent: share("top_1"),
  top_5_holders_share_percent: share("top_5"),
  top_10_holders_share_percent: share("top_10"),
  circulating_supply_token: rest("has_excluded", "excluded"),
  bridged_token_supply_token: rest("has_net_supply", "withheld"),
  active_supply_token: rest("has_inactive", "inactive"),
  defi_supply_token: fits(overflow.balances, "if(has_pools, toFloat64(pooled) / unit, NULL)"),
  holder_concentration_hhi: ofSupply(
    overflow.balances + overflow.squares,
    "toFloat64(squares) / pow(toFloat64(supply) / toFloat64(scale), 2)",
  ),
};

export interface PublishedToken extends LedgerToken {
  /** Whether figures that were published before can have been removed from the ledger. */
  isRecomputed: boolean;
}

/**
 * Stores figures of tokens of one network that differ from those stored. Part of a commit.
 * @returns the number of new or changed figures
 */
export async function publishLedger(
  store: MarketStore,
  { chainId, label, tokens }: { chainId: number; label: string; tokens: readonly PublishedToken[] },
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
    const supplies = await latestSupplies(
      store,
      tokens.map(({ contract }) => contract.id),
    );
    for (const { contract, assetId, tokenId, decimals, bounds, kind, labels } of tokens) {
      // Units of an ended token no longer count, whatever its contract states.
      const isStated =
        bounds.last === null && hasStatedSupply(kind ?? supplies.get(contract.id)?.kind ?? null);
      await store.run(
        `INSERT INTO ${staged}
          WITH pow(10, ${decimals}) AS unit, toInt256('${10n ** BigInt(Math.max(0, decimals - 6))}') AS scale,
            ${labels.periods.some(({ isExcluded }) => isExcluded)} AS has_excluded,
            ${labels.periods.some(({ isInactive }) => isInactive)} AS has_inactive,
            ${labels.periods.some(({ protocol }) => protocol !== "")} AS has_pools,
            ${labels.hasNetSupply} AS has_net_supply, ${isStated} AS is_stated
          SELECT 0, {assetId:UInt32}, {tokenId:UInt32}, figure.1, day, assumeNotNull(figure.2) FROM (
            SELECT day, arrayJoin([${rows.join(", ")}]) AS figure FROM (
              SELECT * FROM ledger_daily FINAL WHERE contract_id = {contractId:UInt32}
            ) AS daily LEFT JOIN (
              SELECT day, excluded, withheld, inactive, pooled FROM ledger_labels FINAL
              WHERE contract_id = {contractId:UInt32}
            ) AS labelled USING day LEFT JOIN (
              SELECT day, stated FROM ledger_supplies FINAL WHERE contract_id = {contractId:UInt32}
            ) AS supplies USING day
          ) WHERE isNotNull(figure.2)`,
        { assetId, tokenId, contractId: contract.id },
      );
    }
    let removed = 0;
    for (const { assetId, tokenId } of tokens.filter(({ isRecomputed }) => isRecomputed)) {
      removed += await removeUnlisted(store, {
        assetId,
        tokenId,
        provider: LEDGER_PROVIDER,
        listed: staged,
      });
    }
    const { accepted, unchanged } = await applyStaged(store, {
      scratch,
      staged,
      isDistinct: true,
      provider: LEDGER_PROVIDER,
      sourceId,
      version,
    });
    return accepted - unchanged + removed;
  });
}
