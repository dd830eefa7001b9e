/** What has been read of the networks that are configured, from the store alone. */
import { isoDay } from "#domain/days";
import type { CatalogIndex } from "#domain/resources";
import type { MarketStore } from "#stores";
import { coveredTo, missingRanges } from "./blockRanges";
import { type LedgerStop, readStops } from "./finalHashes";
import { hexAddress, ledgerChainId } from "./ledgerNetworks";
import { readCoverage } from "./ledgerStore";
import { type KnownToken, knownTokens } from "./ledgerTokens";
import type { LedgerAssets, RpcEndpoints } from "./rpcEndpoints";
import { latestSupplies, type StatedSupply } from "./statedSupply";

export interface LedgerSelection {
  catalog: CatalogIndex;
  endpoints: RpcEndpoints;
  assets: LedgerAssets;
  /** Slugs of networks; default: all that have endpoints. */
  networks?: readonly string[] | undefined;
}

export interface TokenStatus {
  /** Symbol and address. */
  token: string;
  /** The last block up to which all blocks have been read, with its day; null if nothing was read. */
  block: bigint | null;
  blockDay: string | null;
  /** Blocks between that one and the newest that was read which have not been read. */
  missingBlocks: number;
  transfers: number;
  /** The last day with figures in the ledger. */
  lastDay: string | null;
  /** The endpoint of the newest range. */
  endpoint: string | null;
  /** What its contract last stated of its supply; null before it was read. */
  supply: StatedSupply | null;
}

export interface NetworkStatus {
  network: string;
  endpoints: number;
  /** Why nothing of it is read until it is rewound, and since when (ISO 8601); null if it is read. */
  stopped: { reason: string; since: string } | null;
  tokens: TokenStatus[];
}

/** The networks of a selection that are EVM networks of the catalog. */
export function selectedNetworks({ catalog, endpoints, networks }: LedgerSelection) {
  return [...endpoints].flatMap(([slug, urls]) => {
    const network = catalog.networkBySlug.get(slug);
    if (network === undefined || ledgerChainId(network) === null) return [];
    if (networks !== undefined && !networks.includes(slug)) return [];
    return [{ network, urls }];
  });
}

type SelectedNetwork = ReturnType<typeof selectedNetworks>[number];

/** @param selection its `token`: address of a contract or slug of an asset; null: all */
export async function selectedTokens(
  store: MarketStore,
  { token, ...selection }: LedgerSelection & { token: string | null },
): Promise<(SelectedNetwork & { tokens: KnownToken[] })[]> {
  const assetId = token === null ? undefined : selection.catalog.assetBySlug.get(token)?.id;
  const selected = [];
  for (const { network, urls } of selectedNetworks(selection)) {
    const tokens = await knownTokens(store, { ...selection, network });
    const address = token === null ? null : hexAddress(network, token);
    const wanted = tokens.filter(
      (one) => token === null || one.address === address || one.assetId === assetId,
    );
    selected.push({ network, urls, tokens: wanted });
  }
  return selected;
}

export async function readLedgerStatus(
  store: MarketStore,
  selection: LedgerSelection,
): Promise<NetworkStatus[]> {
  const found: NetworkStatus[] = [];
  const stops = await readStops(store);
  for (const { network, urls, tokens } of await selectedTokens(store, { ...selection, token: null })) {
    const contractIds = tokens.flatMap(({ contract }) => contract?.id ?? []);
    const covered = await readCoverage(store, contractIds);
    const lastDays = await readLastDays(store, contractIds);
    const supplies = await latestSupplies(store, contractIds);
    found.push({
      network: network.slug,
      endpoints: urls.length,
      stopped: stopOf(stops.get(network.id)),
      tokens: tokens.map(({ label, contract, bounds }): TokenStatus => {
        const ranges = covered.get(contract?.id ?? 0) ?? [];
        const block = coveredTo(bounds.first, ranges);
        const newest = ranges.at(-1);
        const missing =
          newest === undefined ? [] : missingRanges({ from: bounds.first, to: newest.to }, ranges);
        const end = ranges.find(({ to }) => to === block);
        return {
          token: label,
          block,
          blockDay: end === undefined ? null : isoDay(end.lastTime * 1_000),
          missingBlocks: missing.reduce((sum, { from, to }) => sum + Number(to - from) + 1, 0),
          transfers: ranges.reduce((sum, range) => sum + range.transfers, 0),
          lastDay: lastDays.get(contract?.id ?? 0) ?? null,
          endpoint: newest?.endpoint ?? null,
          supply: supplies.get(contract?.id ?? 0) ?? null,
        };
      }),
    });
  }
  return found;
}

const stopOf = (stop: LedgerStop | undefined): NetworkStatus["stopped"] =>
  stop === undefined ? null : { reason: stop.reason, since: stop.since };

async function readLastDays(
  store: MarketStore,
  contractIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await store.compactRows<[id: number, day: string]>(
    `SELECT contract_id, toString(max(day)) FROM ledger_daily WHERE contract_id IN {contractIds:Array(UInt32)}
      GROUP BY contract_id`,
    { contractIds },
  );
  return new Map(rows);
}
