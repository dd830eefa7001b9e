import type { Catalog, Network } from "#domain/catalog";
import { originalText, partsOfSeriesColumn } from "#domain/files";
import { addressKey, createNetworkFinder, isUrl, networkChoices, tokenReferences } from "#domain/identifiers";
import { nearNames, suggestedNames } from "#domain/query";
import {
  type CatalogIndex,
  catalogResources,
  entities,
  indexCatalog,
  type Listing,
  listingId,
} from "#domain/resources";
import { withArticle } from "#domain/text";
import { type Parsed, refuse, short } from "./parsed";

/** The asset of a value, and the listing within it. */
export interface Entity {
  assetId: number;
  /** Token id, or the listing of the asset as a whole. */
  listingId: number;
}

export interface EntityResolver {
  /**
   * The entity that a name means: asset slug or id, `asset:slug`, token slug, `token:slug-network`, `token:id`, or
   * network and address in any of the forms of `tokenReferences`. With `network`, the name is an asset or an address,
   * and the entity is its token on that network.
   */
  resolve(name: string, network?: string): Parsed<Entity>;
  /**
   * As `resolve`, and by name, ticker or symbol in any case, as the columns of an exported chart are named. A name with its
   * slug (`seriesColumns`) is the entity of that slug if it has that name. A name as written takes precedence.
   */
  resolveColumn(name: string): Parsed<Entity>;
  /** Slug of an asset as a whole or of a token. */
  nameOf(listingId: number): string;
}

const nameOfListing = (listing: Listing, index: CatalogIndex) => String(readName?.(listing, index));
/** Each suggestion compares a name with the whole catalog: names beyond these are rejected without one. */
const MAX_SUGGESTIONS = 200;

const entityOf = (listing: Listing): Entity => ({ assetId: listing.asset.id, listingId: listingId(listing) });
const [, tokensResource] = catalogResources;
const readSlug = tokensResource.fields.find((f) => f.name === "slug")?.read;
const readName = tokensResource.fields.find((f) => f.name === "name")?.read;

export function createEntityResolver(catalog: Catalog): EntityResolver {
  const index = indexCatalog(catalog);
  const whole = new Map<string, Listing>();
  const byAssetId = new Map<string, Listing>();
  const bySlug = new Map<string, Listing>();
  const byTokenId = new Map<string, Listing>();
  const byAddress = new Map<string, Listing[]>();
  const names = new Map<number, string>();
  const byColumn = new Map<string, Listing[]>();
  /** Made for the first column that is no asset: most files have none. */
  let groups: Map<string, string> | null = null;
  /** Tokens that share an asset and a network, by the slug that one alone would have. */
  const numbered = new Map<string, Listing[]>();
  /** By name as written. */
  const byName = new Map<string, Listing[]>();
  const networks = createNetworkFinder(catalog.networks);
  const add = (map: Map<string, Listing[]>, key: string, listing: Listing) => {
    const found = map.get(key);
    if (found === undefined) map.set(key, [listing]);
    else if (!found.includes(listing)) found.push(listing);
  };
  for (const listing of index.listings) {
    const { asset, token } = listing;
    add(byName, nameOfListing(listing, index), listing);
    bySlug.set(String(readSlug?.(listing, index)), listing);
    names.set(listingId(listing), token === null ? asset.slug : String(readSlug?.(listing, index)));
    if (token === null) {
      whole.set(asset.slug, listing);
      byAssetId.set(String(asset.id), listing);
      for (const name of [asset.slug, asset.name, asset.ticker]) add(byColumn, name.toLowerCase(), listing);
      continue;
    }
    const slug = String(readSlug?.(listing, index));
    if (slug.endsWith(`-${token.id}`)) add(numbered, slug.slice(0, -`-${token.id}`.length), listing);
    byTokenId.set(String(token.id), listing);
    for (const name of [slug, nameOfListing(listing, index)]) add(byColumn, name.toLowerCase(), listing);
    const network = index.networkBySlug.get(token.network);
    if (token.address !== null && network !== undefined) {
      add(byAddress, placeOf(network, token.address), listing);
    }
  }

  const one = (listing: Listing | undefined, kind: string, why: () => string): Parsed<Entity> =>
    listing === undefined ? refuse(kind, why()) : { ok: true, value: entityOf(listing) };

  /** Why a name is nothing: several tokens on one network share it, it is in capitals, or there is no such thing. */
  const whyUnknown = (kind: string, name: string): string => {
    const peers = numbered.get(name) ?? [];
    if (peers.length > 0) {
      return `${peers.length} tokens are called "${short(name)}"; specify one with ${peers.map(({ token }) => `token:${token?.id}`).join(" or ")}`;
    }
    const lower = name.toLowerCase();
    const hint = lower !== name && (whole.has(lower) || bySlug.has(lower)) ? `: write "${lower}"` : "";
    return `the catalog has no ${kind} "${short(name)}"${hint === "" ? suggestion(name) : hint}`;
  };

  let suggestions = 0;
  /** The slugs that an unknown name may mean: those of its ticker in any case, else those that are spelled like it. */
  const suggestion = (name: string): string => {
    suggestions += 1;
    if (suggestions > MAX_SUGGESTIONS) return "";
    const slugOf = (listing: Listing) => names.get(listingId(listing)) ?? "";
    const named = (byColumn.get(name.toLowerCase()) ?? []).map(slugOf).slice(0, 3);
    const near = () =>
      nearNames(
        name,
        [...whole.values()].map(({ asset }) => ({
          name: asset.slug.replaceAll("-", "_"),
          label: asset.name,
        })),
      ).map((slug) => slug.replaceAll("_", "-"));
    const found = named.length > 0 ? named : near();
    return found.length === 0 ? "" : suggestedNames(found);
  };

  const unknownAsset = (name: string) => refuse("unknown asset", whyUnknown("asset", name));
  const findNetwork = (name: string): Parsed<Network> => {
    const found = networks.find(name);
    const [network] = found;
    if (network === undefined)
      return refuse("unknown network", `the catalog has no network "${short(name)}"`);
    if (found.length === 1) return { ok: true, value: network };
    return refuse(
      "ambiguous network",
      `"${short(name)}" may mean ${found.length} networks: write ${networkChoices(found)}`,
    );
  };

  const atAddress = (network: Network, addresses: readonly string[]): Parsed<Entity> => {
    const found = addresses.flatMap((address) => byAddress.get(placeOf(network, address)) ?? []);
    return one(
      found[0],
      "unknown token",
      () => `the catalog has no token at ${short(addresses[0] ?? "")} on ${network.slug}`,
    );
  };

  /** A token by its address on a network, or by a name of its own that must be on that network. */
  const tokenOnNetwork = (name: string, networkName: string): Parsed<Entity> => {
    const network = findNetwork(networkName);
    const direct = network.ok ? atAddress(network.value, [name]) : network;
    if (direct.ok) return direct;
    const named = resolve(name);
    if (!named.ok) return /^0x|[/:]/i.test(name) ? direct : unknownAsset(name);
    if (!network.ok) return network;
    const token = catalog.tokens.find(({ id }) => id === named.value.listingId);
    return token !== undefined && index.networkBySlug.get(token.network)?.slug === network.value.slug
      ? named
      : refuse(
          "entity and network differ",
          `"${short(name)}" is ${token === undefined ? "an asset" : `on ${token.network}`}, but the network is ${network.value.slug}`,
        );
  };

  /** The token of an asset on a network. */
  const onNetwork = (asset: Listing, name: string, networkName: string): Parsed<Entity> => {
    const network = findNetwork(networkName);
    if (!network.ok) return network;
    const { slug } = network.value;
    const tokens = (index.tokensByAsset.get(asset.asset.slug) ?? []).filter(
      (token) => index.networkBySlug.get(token.network)?.slug === slug,
    );
    if (tokens.length > 1) {
      return refuse(
        "several tokens on that network",
        `"${name}" has ${tokens.length} tokens on ${slug}; specify one with ${tokens.map((t) => `token:${t.id}`).join(" or ")}`,
      );
    }
    const [token] = tokens;
    return token === undefined
      ? refuse("no token on that network", `the catalog has no token of "${name}" on ${slug}`)
      : { ok: true, value: entityOf({ asset: asset.asset, token }) };
  };

  /** A token by network and address; null where the text is no reference to one. */
  const byReference = (text: string): Parsed<Entity> | null => {
    if (isUrl(text)) {
      const network = networks.ofExplorer(text);
      if (network === null) {
        return refuse(
          "unknown explorer",
          `"${short(text)}" is not on the explorer of any main network in the catalog`,
        );
      }
      const found = atAddress(network, tokenReferences(text)[0]?.addresses ?? []);
      return found.ok
        ? found
        : refuse("unknown token", `the catalog has no token of ${network.slug} at "${short(text)}"`);
    }
    let refusal: Parsed<Entity> | null = null;
    for (const { network: networkName, addresses } of tokenReferences(text)) {
      const network = findNetwork(networkName ?? "");
      const found = network.ok ? atAddress(network.value, addresses) : network;
      if (found.ok) return found;
      // Text before a colon need not be a network.
      if (network.ok || found.kind === "ambiguous network") return found;
      if (text.includes("/")) refusal ??= found;
    }
    return refusal;
  };

  function resolve(given: string, network = ""): Parsed<Entity> {
    const name = given.trim();
    const asset = /^asset:\s*(.+)$/.exec(name)?.[1] ?? name;
    const assetListing = whole.get(asset) ?? byAssetId.get(asset);
    if (network.trim() !== "") {
      return assetListing === undefined
        ? tokenOnNetwork(asset, network.trim())
        : onNetwork(assetListing, asset, network.trim());
    }
    if (name === "") return refuse("entity missing", "the entity is missing");
    const token = /^token:\s*(.+)$/.exec(name)?.[1];
    if (token !== undefined)
      return one(bySlug.get(token) ?? byTokenId.get(token), "unknown token", () =>
        whyUnknown("token", token),
      );
    if (asset !== name) {
      return assetListing === undefined ? unknownAsset(asset) : { ok: true, value: entityOf(assetListing) };
    }
    const named = assetListing ?? bySlug.get(name);
    const referred = named === undefined ? byReference(name) : null;
    return referred ?? one(named, "unknown asset or token", () => whyUnknown("asset or token", name));
  }

  const resolveColumn = (title: string): Parsed<Entity> => {
    const name = originalText(title.trim());
    const parts = partsOfSeriesColumn(name);
    const withSlug = parts === null ? undefined : (whole.get(parts.slug) ?? bySlug.get(parts.slug));
    if (withSlug !== undefined && nameOfListing(withSlug, index) === parts?.name) {
      return { ok: true, value: entityOf(withSlug) };
    }
    const direct = resolve(name);
    const isDirect = (listing: Listing) => direct.ok && listingId(listing) === direct.value.listingId;
    const namesakes = (byName.get(name) ?? []).filter((listing) => !isDirect(listing));
    if (direct.ok && namesakes.length === 0) return direct;
    const alike = namesakes.length > 0 ? namesakes : (byColumn.get(name.toLowerCase()) ?? []);
    if (alike.length === 1 && !direct.ok) return one(alike[0], "", () => "");
    if (alike.length > 0) {
      const written = alike.map(({ asset, token }) => (token ? `token:${token.id}` : asset.slug));
      if (direct.ok) written.unshift(nameOf(direct.value.listingId));
      return refuse("ambiguous name", `means several: ${written.join(", ")}`);
    }
    groups ??= groupsByName(index);
    const group = groups.get(name.toLowerCase());
    return refuse(
      "no single asset",
      group === undefined
        ? "no asset or token has this name, ticker or slug"
        : `is ${withArticle(group)}, not a single asset`,
    );
  };

  function nameOf(id: number): string {
    return names.get(id) ?? String(id);
  }

  return { resolve, resolveColumn, nameOf };
}

/**
 * Groups of several assets, by slug and name in lower case: the label of the kind. If several kinds match,
 * the first counts.
 */
function groupsByName(index: CatalogIndex): Map<string, string> {
  const groups = new Map<string, string>();
  for (const { grouping, resource, label } of entities) {
    const listed = grouping && catalogResources.find(({ slug }) => slug === resource);
    for (const row of listed?.valuesOf(index, ["slug", "name"]) ?? []) {
      for (const value of Object.values(row)) {
        const name = String(value).toLowerCase();
        if (!groups.has(name)) groups.set(name, label.toLowerCase());
      }
    }
  }
  return groups;
}

const placeOf = (network: Network, address: string) => `${network.slug}/${addressKey(address)}`;
