import type { Network } from "../catalog/schema";
import { isUrl } from "./tokenAddress";

type Identified = Pick<Network, "id" | "slug" | "name" | "aliases" | "chain_id" | "explorer_url">;

export interface NetworkFinder<N extends Identified = Network> {
  /**
   * The networks that a text names: one if it is clear, several if it is ambiguous, none if it is unknown. Accepts
   * slugs, aliases, names, our ids, EIP-155 chain ids (`10`, `0xa`, `eip155:10`) and other CAIP-2 ids.
   */
  find(text: string): readonly N[];
  /** The network whose block explorer serves a URL; null for unknown sites and test networks. */
  ofExplorer(url: string): N | null;
}

/**
 * Main networks outside EIP-155 by CAIP-2 id, with the slug in our catalog.
 * Source: https://namespaces.chainagnostic.org
 */
const caip2Slugs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k": "algorand",
    "aptos:1": "aptos",
    "bip122:000000000019d6689c085ae165831e93": "bitcoin",
    "cip34:1-764824073": "cardano",
    "cosmos:noble-1": "noble",
    "cosmos:osmosis-1": "osmosis",
    "cosmos:pio-mainnet-1": "provenance",
    "hedera:mainnet": "hedera-hashgraph",
    "near:mainnet": "near",
    "polkadot:68d56f15f85d3136970ec16946040bc1": "polkadot",
    "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp": "solana",
    "starknet:SN_MAIN": "starknet",
    "stellar:pubnet": "stellar",
    "sui:mainnet": "sui",
    "tezos:NetXdQprcVkpaWU": "tezos",
    "tron:0x2b6653dc": "tron",
    "tvm:-239": "ton",
    "xrpl:0": "xrp-ledger",
  }),
);

/** Widely used explorers in addition to the one that the catalog lists for a network. */
const otherExplorers: Readonly<Record<string, string>> = {
  "arbitrum.blockscout.com": "arbitrum",
  "base.blockscout.com": "base",
  "bithomp.com": "xrp-ledger",
  "eth.blockscout.com": "ethereum",
  "explorer.optimism.io": "optimism",
  "explorer.solana.com": "solana",
  "gnosis.blockscout.com": "gnosis",
  "livenet.xrpl.org": "xrp-ledger",
  "optimism.blockscout.com": "optimism",
  "polygon.blockscout.com": "polygon",
  "snowscan.xyz": "avalanche",
  "solana.fm": "solana",
  "starkscan.co": "starknet",
  "suivision.xyz": "sui",
};

/** `BNB Smart Chain` and `bnb_smart_chain` become `bnb-smart-chain`. */
const asSlug = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");

/** Host and path of a URL without `www.` and a trailing slash; null for any other text. */
function placeOf(text: string): { place: string; isTest: boolean } | null {
  if (!isUrl(text)) return null;
  const url = new URL(text);
  const isTest = ["network", "cluster"].some(
    (name) => !(url.searchParams.get(name) ?? "mainnet").startsWith("mainnet"),
  );
  return { place: `${url.hostname.replace(/^www\./, "")}${url.pathname}`.replace(/\/+$/, ""), isTest };
}

export function createNetworkFinder<N extends Identified>(networks: readonly N[]): NetworkFinder<N> {
  const byName = new Map<string, N[]>();
  const byId = new Map<number, N>();
  const byChainId = new Map<number, N>();
  const bySlug = new Map<string, N>();
  const explorers: [place: string, network: N][] = [];
  for (const network of networks) {
    byId.set(network.id, network);
    bySlug.set(network.slug, network);
    if (network.chain_id !== null) byChainId.set(network.chain_id, network);
    const explorer = network.explorer_url === null ? null : placeOf(network.explorer_url);
    if (explorer !== null) explorers.push([explorer.place, network]);
  }
  // A slug takes precedence over an alias, and an alias over a name.
  for (const namesOf of [(n: N) => [n.slug], (n: N) => n.aliases, (n: N) => [asSlug(n.name)]] as const) {
    const found = new Map<string, N[]>();
    for (const network of networks) {
      for (const name of namesOf(network)) {
        if (!byName.has(name)) found.set(name, [...(found.get(name) ?? []), network]);
      }
    }
    for (const [name, named] of found) byName.set(name, named);
  }
  for (const [place, slug] of Object.entries(otherExplorers)) {
    const network = bySlug.get(slug);
    if (network !== undefined) explorers.push([place, network]);
  }
  const known = (...found: (N | undefined)[]) => [...new Set(found.filter((one) => one !== undefined))];

  return {
    find(text) {
      const name = text.trim();
      // Spreadsheets write a column of whole numbers with gaps as decimals.
      const number = /^(\d{1,15})(?:\.0+)?$/.exec(name)?.[1];
      if (number !== undefined) return known(byId.get(Number(number)), byChainId.get(Number(number)));
      const chainId = /^(?:eip155:(\d{1,15})|(0x[0-9a-f]{1,12}))$/i.exec(name);
      if (chainId !== null) return known(byChainId.get(Number(chainId[1] ?? chainId[2])));
      const slug = caip2Slugs.get(name);
      if (slug !== undefined) return known(bySlug.get(slug));
      const written = asSlug(name);
      return byName.get(written) ?? byName.get(written.replace(/-mainnet$/, "")) ?? [];
    },
    ofExplorer(text) {
      const found = placeOf(text);
      if (found === null || found.isTest) return null;
      const matching = explorers.filter(
        ([place]) => found.place === place || found.place.startsWith(`${place}/`),
      );
      // One site can have an explorer for each network under its own path.
      return matching.sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? null;
    },
  };
}

/** Unambiguous spellings of several networks that one text can mean. */
export const networkChoices = (networks: readonly Identified[]): string =>
  networks
    .map(
      ({ slug, chain_id, id }) => `"${slug}" (id ${id}${chain_id === null ? "" : `, chain id ${chain_id}`})`,
    )
    .join(" or ");
