/** Which tokens have figures to be computed: newly closed days, corrected decimals, other blocks that count, or other labels. */
import { isoDay } from "#domain/days";
import { metricByName } from "#domain/metrics";
import type { MarketStore } from "#stores";
import { coveredTo } from "./blockRanges";
import {
  hasSameFigures,
  type LedgerBounds,
  readSettledBounds,
  WHOLE_CHAIN,
  writeSettledBounds,
} from "./ledgerBounds";
import { type CoveredRange, readCoverage } from "./ledgerStore";
import type { LedgerToken } from "./ledgerTokens";
import { LEDGER_PROVIDER, type PublishedToken } from "./publishLedger";
import { type SettledContract, type SettledRange, settleContracts } from "./settleContracts";
import { readLabelSets, settleLabels, writeLabelSets } from "./settleLabels";

const DAY_SECONDS = 86_400;
/** Before every day with transfers. */
const FIRST_DAY = "1970-01-01";

export interface Settlement {
  tokens: readonly LedgerToken[];
  /** Unix seconds of blocks that are bounds of tokens and exist. */
  times: ReadonlyMap<bigint, number>;
  /** `YYYY-MM-DD`. */
  today: string;
}

/** The blocks whose times are needed to settle a token. */
export const boundBlocks = ({ first, from, last }: LedgerBounds): bigint[] => [
  ...(from > first ? [from] : []),
  ...(last !== null ? [last] : []),
];

/**
 * Computes what is due. Part of a commit.
 * @returns these tokens: publish their figures, then call `finishSettlement`, so that an interruption repeats both
 */
export async function settleTokens(store: MarketStore, settlement: Settlement): Promise<PublishedToken[]> {
  const { tokens } = settlement;
  const contractIds = tokens.map(({ contract }) => contract.id);
  const covered = await readCoverage(store, contractIds);
  const published = await publishedFigures(store, tokens);
  const computed = await computedFigures(store, tokens);
  const settledBounds = await readSettledBounds(store, contractIds);
  const labelSets = await readLabelSets(store, contractIds);
  const due: { token: PublishedToken; settled: SettledContract | null; endDay: string | null }[] = [];
  for (const token of tokens) {
    const { id } = token.contract;
    const ranges = covered.get(id) ?? [];
    const closed = closedDays(ranges, token, settlement);
    if (closed === null) continue;
    const { lastDay, range } = closed;
    const { day, amount } = published.get(token.tokenId) ?? { day: "", amount: 0 };
    const ledger = computed.get(id) ?? { day: "", amount: 0 };
    const isRescaled = isScaledOtherwise(amount, ledger.amount / 10 ** token.decimals);
    const before = settledBounds.get(id) ?? WHOLE_CHAIN;
    const isMoved = !(await hasSameFigures(store, { contractId: id, before, after: token.bounds }));
    const isRelabelled = token.labels.fingerprint !== (labelSets.get(id) ?? "");
    if (lastDay <= day && lastDay <= ledger.day && !isRescaled && !isMoved && !isRelabelled) continue;
    if (isMoved) await forgetFigures(store, id);
    const isWhole = ledger.day === "" || isRescaled || isMoved;
    const since = isWhole ? null : isoDay(Date.parse(ledger.day) + DAY_SECONDS * 1_000);
    // Figures can be published without those of the ledger being newer: after another source was removed.
    const isKnown = since !== null && since > lastDay;
    const fromBlock =
      ranges.find(({ lastTime }) => since !== null && isoDay(lastTime * 1_000) >= since)?.from ?? 0n;
    const settled = { id, lastDay, decimals: token.decimals, since, fromBlock, range };
    due.push({
      token: { ...token, isRecomputed: isMoved || isRelabelled },
      settled: isKnown ? null : settled,
      endDay: range.isEnded ? lastDay : null,
    });
  }
  await settleContracts(
    store,
    due.flatMap(({ settled }) => settled ?? []),
  );
  for (const { token, endDay } of due) {
    const { contract, labels, isRecomputed } = token;
    if (labels.periods.length > 0 || isRecomputed)
      await settleLabels(store, { id: contract.id, periods: labels.periods, endDay, isRecomputed });
  }
  return due.map(({ token }) => token);
}

/** Remembers with which blocks and labels published figures were computed. */
export async function finishSettlement(store: MarketStore, tokens: readonly PublishedToken[]): Promise<void> {
  const recomputed = tokens.filter(({ isRecomputed }) => isRecomputed);
  if (recomputed.length === 0) return;
  await writeSettledBounds(store, new Map(recomputed.map(({ contract, bounds }) => [contract.id, bounds])));
  await writeLabelSets(
    store,
    new Map(recomputed.map(({ contract, labels }) => [contract.id, labels.fingerprint])),
  );
}

/** The last day that is closed, and which transfers count; null if there is no such day. */
function closedDays(
  ranges: readonly CoveredRange[],
  { bounds }: LedgerToken,
  { times, today }: Settlement,
): { lastDay: string; range: SettledRange } | null {
  const last = coveredTo(bounds.first, ranges);
  const end = ranges.find(({ to }) => to === last);
  if (end === undefined || last === null) return null;
  const dayOf = (block: bigint) => {
    const time = times.get(block);
    return time === undefined ? null : isoDay(time * 1_000);
  };
  // The day of its last block is not closed: later blocks can belong to it.
  let lastDay = isoDay((end.lastTime - DAY_SECONDS) * 1_000);
  let isEnded = false;
  if (bounds.last !== null && last >= bounds.last) {
    const endDay = dayOf(bounds.last);
    if (endDay === null) return null;
    isEnded = endDay < today;
    const dayBefore = isoDay(Date.parse(endDay) - DAY_SECONDS * 1_000);
    lastDay = isEnded ? endDay : dayBefore;
  }
  const firstDay = bounds.from > bounds.first ? dayOf(bounds.from) : FIRST_DAY;
  if (firstDay === null || firstDay > lastDay) return null;
  return { lastDay, range: { ...bounds, firstDay, isEnded } };
}

/** Figures first: changes of holders alone are computed again. */
async function forgetFigures(store: MarketStore, id: number): Promise<void> {
  for (const table of ["ledger_daily", "ledger_holder_days", "ledger_supplies"]) {
    await store.run(`DELETE FROM ${table} WHERE contract_id = {id:UInt32}`, { id });
  }
}

/** Metrics whose amounts show by which decimals figures were computed. */
const AMOUNTS = ["daily_mints_token", "daily_burns_token", "daily_transfer_volume_token"];

/** Whether amounts differ by a power of ten, as after a correction of decimals, rather than by single figures. */
const isScaledOtherwise = (published: number, expected: number): boolean =>
  published > 0 && expected > 0 && (published > 3 * expected || expected > 3 * published);

/** The last day of each token with figures of its ledger, and their amounts. */
export async function publishedFigures(
  store: MarketStore,
  tokens: readonly LedgerToken[],
): Promise<Map<number, { day: string; amount: number }>> {
  const rows = await store.compactRows<[tokenId: number, day: string, amount: number]>(
    `SELECT token_id, toString(max(date)), sumIf(value, metric_id IN {amounts:Array(UInt32)}) FROM observations FINAL
      WHERE asset_id IN {assetIds:Array(UInt32)} AND token_id IN {tokenIds:Array(UInt32)}
        AND NOT is_sample AND provider = {provider:String}
      GROUP BY token_id`,
    {
      amounts: AMOUNTS.map((slug) => metricByName(slug)?.id),
      assetIds: [...new Set(tokens.map(({ assetId }) => assetId))],
      tokenIds: tokens.map(({ tokenId }) => tokenId),
      provider: LEDGER_PROVIDER,
    },
  );
  return new Map(rows.map(([tokenId, day, amount]) => [tokenId, { day, amount }]));
}

/** The last day of each contract with figures in the ledger, and the same amounts in the smallest units of its token. */
async function computedFigures(
  store: MarketStore,
  tokens: readonly LedgerToken[],
): Promise<Map<number, { day: string; amount: number }>> {
  const rows = await store.compactRows<[contractId: number, day: string, amount: number]>(
    `SELECT contract_id, toString(max(day)), sum(toFloat64(mints) + toFloat64(burns) + toFloat64(volume)) FROM ledger_daily FINAL
      WHERE contract_id IN {contractIds:Array(UInt32)} GROUP BY contract_id`,
    { contractIds: tokens.map(({ contract }) => contract.id) },
  );
  return new Map(rows.map(([contractId, day, amount]) => [contractId, { day, amount }]));
}
