/** The tokens of the catalog whose transfers a node of an EVM network reports. */
import type { CatalogIndex } from "#domain/resources";
import type { MarketStore } from "#stores";
import { type Contract, registerContracts, writeContracts } from "./ledgerStore";
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
}

export interface LedgerTokens {
  tokens: LedgerToken[];
  /** Tokens that are not read, with the reason. */
  skipped: { label: string; reason: string }[];
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;

/**
 * Registers the contracts of a network. Decimals that the catalog lacks are read from the contract, once; a token whose
 * contract states none is skipped.
 */
export async function readLedgerTokens(
  store: MarketStore,
  {
    catalog,
    assets,
    network,
    clients,
    exclusively,
    signal,
  }: {
    catalog: CatalogIndex;
    assets: LedgerAssets;
    network: Network;
    clients: readonly RpcClient[];
    exclusively: <T>(work: () => Promise<T>) => Promise<T>;
    signal?: AbortSignal | undefined;
  },
): Promise<LedgerTokens> {
  const skipped: LedgerTokens["skipped"] = [];
  const listed = catalog.tokens.flatMap((token) => {
    const asset = catalog.assetBySlug.get(token.asset);
    if (token.network !== network.slug || asset === undefined) return [];
    if (assets !== "all" && !assets.has(asset.slug)) return [];
    const label = `${token.symbol} (${token.address ?? "no address"})`;
    if (token.address === null || !ADDRESS.test(token.address)) {
      skipped.push({ label, reason: "Its address is not that of a contract." });
      return [];
    }
    return [{ token, asset, label, address: token.address.toLowerCase() }];
  });
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
  const tokens = listed.flatMap(({ token, asset, label, address }): LedgerToken[] => {
    const contract = byAddress.get(address);
    const decimals = token.decimals ?? contract?.decimals ?? null;
    if (contract === undefined) return [];
    if (decimals === null) {
      skipped.push({ label, reason: "Neither the catalog nor its contract states its decimals." });
      return [];
    }
    return [{ contract, tokenId: token.id, assetId: asset.id, label, decimals }];
  });
  return { tokens, skipped };
}
