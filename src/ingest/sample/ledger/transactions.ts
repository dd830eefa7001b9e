/**
 * Transactions of the last days as an extract. Where mints, burns or bridges
 * of a deployment are observed, every one is here and their amounts sum to the
 * day's figures; of the transfers there are up to a cap a day.
 */
import type { CatalogIndex, transactionKinds } from "#domain/resources";
import { type LedgerRow, reference } from "../../ledger/ledgerRow";
import { isHidden } from "../facts/namedEvents";
import { networkFormat } from "../facts/networkFormats";
import { secondsOf } from "../primitives/days";
import { type RandomStream, randomStream } from "../primitives/randomStream";
import type { SimulatedAsset, TokenHistory } from "../simulation/simulate";

export const TRANSACTION_DAYS = 60;
const MOST_TRANSFERS_A_DAY = 24;
/** Chance of one transfer a day where activity is not observed. */
const STRAY_TRANSFER = 0.25;

type Kind = (typeof transactionKinds)[number];

/** Rows of one asset. An asset that cannot move between wallets still mints and burns. */
export function simulateTransactions(
  simulated: SimulatedAsset,
  { catalog, seed }: { catalog: CatalogIndex; seed: number },
): LedgerRow[] {
  return simulated.tokens.flatMap((history) => tokenRows(simulated, history, { catalog, seed }));
}

function tokenRows(
  { asset, range, digits, unit, events }: SimulatedAsset,
  { token, supply, activity, coverage }: TokenHistory,
  { catalog, seed }: { catalog: CatalogIndex; seed: number },
): LedgerRow[] {
  const network = catalog.networkBySlug.get(token.network);
  if (network === undefined) return [];
  const format = networkFormat(network);
  const addressStream = randomStream(seed, "addresses", asset.slug, token.id);
  const addresses = Array.from({ length: 48 }, () => format.address(addressStream));
  const addressAt = (stream: RandomStream) =>
    addresses[Math.floor(stream.uniform() ** 2 * addresses.length)] ?? null;
  // One bridge for each token, the counterparty of every bridge transfer. Drawn separately, so that other
  // values stay the same.
  const bridgeAddress = format.address(randomStream(seed, "bridge", asset.slug, token.id));
  const senders: Partial<Record<Kind, "holder" | "bridge">> = {
    transfer: "holder",
    burn: "holder",
    bridge_out: "holder",
    bridge_in: "bridge",
  };
  const receivers: Partial<Record<Kind, "holder" | "bridge">> = {
    transfer: "holder",
    mint: "holder",
    bridge_in: "holder",
    bridge_out: "bridge",
  };
  const partyAt = (party: "holder" | "bridge" | undefined, stream: RandomStream) =>
    party === undefined ? null : party === "bridge" ? bridgeAddress : addressAt(stream);
  const shared: LedgerRow = {
    ...reference("network", network),
    ...reference("asset", asset),
    ...reference("asset_class", catalog.partyOf("asset_class", asset)),
    token_id: token.id,
    symbol: token.symbol,
    token_address: token.address,
    token_decimals: token.decimals,
    is_bridged: token.is_bridged,
    amount_units: null,
    is_pending: false,
    is_sample: true,
  };
  const scale = 10 ** digits;
  const rows: LedgerRow[] = [];

  for (let day = Math.max(range.first, range.last - TRANSACTION_DAYS + 1); day <= range.last; day++) {
    const i = day - range.first;
    if (Number.isNaN(supply.supply[i] ?? Number.NaN) || isHidden(events.gaps, day, "all")) continue;
    const stream = randomStream(seed, "transactions", asset.slug, token.id, day);
    const dollars = isHidden(events.gaps, day, "value") ? Number.NaN : (unit?.[i] ?? Number.NaN);
    let logIndex = stream.integer(40);

    const add = (kind: Kind, amount: number) => {
      const seconds = secondsOf(day) + stream.integer(86_400);
      const hash = format.hash(stream);
      logIndex += 1 + stream.integer(9);
      const value = Math.round((amount / scale) * dollars * 100) / 100;
      rows.push({
        ...shared,
        id: `${network.slug}:${hash}:${logIndex}`,
        timestamp: seconds,
        kind,
        amount_token: String(amount / scale),
        amount_dollar: Number.isNaN(value) ? null : value,
        from_address: partyAt(senders[kind], stream),
        to_address: partyAt(receivers[kind], stream),
        transaction_hash: hash,
        block_number: format.blockAt(seconds),
      });
    };
    const addParts = (kind: Kind, total: number, most: number) => {
      if (total > 0) for (const part of parts(total, 1 + stream.integer(most), stream)) add(kind, part);
    };

    if (coverage.issuance) {
      addParts("mint", supply.issued[i] ?? 0, 2);
      addParts("burn", supply.redeemed[i] ?? 0, 2);
    }
    if (coverage.bridges) {
      addParts("bridge_in", supply.bridgeIn[i] ?? 0, 1);
      addParts("bridge_out", supply.bridgeOut[i] ?? 0, 1);
    }
    const transfers = activity?.transfers[i] ?? 0;
    const volume = activity?.volume[i] ?? 0;
    if (!(transfers > 0 && volume > 0)) continue;
    if (!coverage.activity && !stream.chance(STRAY_TRANSFER)) continue;
    if (coverage.activity && transfers <= 4) {
      for (const part of parts(volume, transfers, stream)) add("transfer", part);
      continue;
    }
    const shown = coverage.activity
      ? Math.min(MOST_TRANSFERS_A_DAY, Math.round(1 + 0.75 * Math.log2(transfers)))
      : 1;
    const mean = volume / transfers;
    for (let n = 0; n < shown; n++) {
      add("transfer", Math.max(1, Math.round(mean * -Math.log(1 - stream.uniform()))));
    }
  }
  return rows;
}

/** Splits a whole number into at most `count` positive whole numbers of uneven size. */
function parts(total: number, count: number, stream: RandomStream): number[] {
  const split: number[] = [];
  let left = total;
  for (let n = count; n > 1 && left > n; n--) {
    const part = Math.max(1, Math.floor((left / n) * stream.between(0.4, 1.6)));
    split.push(part);
    left -= part;
  }
  split.push(left);
  return split;
}
