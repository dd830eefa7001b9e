/** The tokens of the catalog whose transfers a node of an EVM network reports. */
import type { CatalogIndex } from "#domain/resources";
import type { TokenKind } from "#domain/vocabulary";
import type { MarketStore } from "#stores";
import { type TokenLabels, tokenLabels } from "./addressLabels";
import { type LedgerBounds, ledgerBounds } from "./ledgerBounds";
import { hexAddress } from "./ledgerNetworks";
import { type Contract, readContracts, registerContracts, writeContracts } from "./ledgerStore";
import { readDecimals } from "./readDecimals";
import type { RpcClient } from "./rpcClient";
import type { LedgerAssets } from "./rpcEndpoints";

type Network = CatalogIndex["networks"][number];

export interface LedgerToken {
  contract: Contract;
  tokenId: number;
  assetId: number;
  /** For messages: symbol and address. */
  label: string;
  decimals: number;
  /** As the catalog states it; null if unknown. */
  kind: TokenKind | null;
  bounds: LedgerBounds;
  labels: TokenLabels;
}

export interface LedgerTokens {
  tokens: LedgerToken[];
  /** Tokens that are not read, with the reason. */
  skipped: { label: string; reason: string }[];
}

interface ListedToken {
  token: CatalogIndex["tokens"][number];
  assetId: number;
  label: string;
  /** Lower case. */
  address: string;
  bounds: LedgerBounds;
}

interface TokenSelection {
  catalog: CatalogIndex;
  assets: LedgerAssets;
  network: Network;
}

/** Tokens of the catalog on a network with the address of a contract, of assets whose tokens are read. */
function listTokens(
  { catalog, assets, network }: TokenSelection,
  skipped: LedgerTokens["skipped"] = [],
): ListedToken[] {
  const boundsOf = ledgerBounds(catalog);
  return catalog.tokens.flatMap((token): ListedToken[] => {
    const asset = catalog.assetBySlug.get(token.asset);
    if (token.network !== network.slug || asset === undefined) return [];
    if (assets !== "all" && !assets.has(asset.slug)) return [];
    const label = `${token.symbol} (${token.address ?? "no address"})`;
    const address = token.address === null ? null : hexAddress(network, token.address);
    if (address === null) {
      skipped.push({ label, reason: "Its address is not that of a contract." });
      return [];
    }
    return [{ token, assetId: asset.id, label, address, bounds: boundsOf(token) }];
  });
}

/** A token that is read or will be. */
export interface KnownToken {
  label: string;
  assetId: number;
  tokenId: number;
  /** Lower case. */
  address: string;
  /** Null before anything of it was read. */
  contract: Contract | null;
  bounds: LedgerBounds;
}

/** The tokens of a network as known without a node. */
export async function knownTokens(store: MarketStore, selection: TokenSelection): Promise<KnownToken[]> {
  const contracts = await readContracts(store, selection.network.id);
  return listTokens(selection).map(({ token, assetId, label, address, bounds }) => {
    return { label, assetId, tokenId: token.id, address, bounds, contract: contracts.get(address) ?? null };
  });
}

/**
 * Registers the contracts of a network. Decimals that the catalog lacks are read from the contract, once; a token whose
 * contract states none is skipped.
 */
export async function readLedgerTokens(
  store: MarketStore,
  {
    clients,
    exclusively,
    signal,
    ...selection
  }: TokenSelection & {
    clients: readonly RpcClient[];
    exclusively: <T>(work: () => Promise<T>) => Promise<T>;
    signal?: AbortSignal | undefined;
  },
): Promise<LedgerTokens> {
  const skipped: LedgerTokens["skipped"] = [];
  const listed = listTokens(selection, skipped);
  const { network } = selection;
  const contracts = await exclusively(() =>
    registerContracts(store, { networkId: network.id, addresses: listed.map(({ address }) => address) }),
  );
  const byAddress = new Map(contracts.map((contract) => [contract.address, contract]));
  const unknown = listed.flatMap(({ token, address }) => {
    const contract = byAddress.get(address);
    return token.decimals === null && contract?.decimals === null ? [contract] : [];
  });
  const stated = await readDecimals(clients, unknown, signal);
  const found = unknown.flatMap((contract) => {
    const decimals = stated.get(contract.address);
    return decimals === undefined ? [] : [{ ...contract, decimals }];
  });
  await exclusively(() => writeContracts(store, found));
  for (const contract of found) byAddress.set(contract.address, contract);
  const labelsOf = tokenLabels(selection.catalog);
  const tokens = listed.flatMap(({ token, assetId, label, address, bounds }): LedgerToken[] => {
    const contract = byAddress.get(address);
    const decimals = token.decimals ?? contract?.decimals ?? null;
    if (contract === undefined) return [];
    if (decimals === null) {
      skipped.push({ label, reason: "Neither the catalog nor its contract states its decimals." });
      return [];
    }
    return [
      {
        ...{ contract, tokenId: token.id, assetId, label, decimals, bounds },
        ...{ kind: token.kind, labels: labelsOf(token) },
      },
    ];
  });
  return { tokens, skipped };
}
