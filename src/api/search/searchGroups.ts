import {
  type CatalogIndex,
  type FeatureFlags,
  menuFor,
  type Platform,
  platformPages,
  type SearchGroup,
  type SearchItem,
  searchGroupsOfMenu,
} from "#domain";

/** Entities are the same for everybody, so they are made once per catalog. */
const made = new WeakMap<CatalogIndex, SearchGroup[]>();

/** The groups of the global search that somebody with these features sees; empty groups are left out. */
export function searchGroups(catalog: CatalogIndex, features: Readonly<FeatureFlags>): SearchGroup[] {
  let entities = made.get(catalog);
  if (entities === undefined) {
    entities = entityGroups(catalog);
    made.set(catalog, entities);
  }
  return [...searchGroupsOfMenu(menuFor(features)), ...entities.filter((group) => group.items.length > 0)];
}

function entityGroups(catalog: CatalogIndex): SearchGroup[] {
  const className = (slug: string) => catalog.classes.get(slug)?.name ?? "";
  return [
    {
      id: "assets",
      label: "Assets",
      items: catalog.assets.map((asset) => ({
        label: asset.name,
        sublabel: [asset.ticker, className(asset.asset_class)].filter((part) => part !== "").join(" · "),
        href: `/assets/${asset.slug}`,
        keywords: unique([asset.ticker, asset.isin]),
      })),
    },
    { id: "tokens", label: "Tokens", items: catalog.tokens.flatMap((token) => tokenItem(catalog, token)) },
    {
      id: "networks",
      label: "Networks",
      items: catalog.networks.map((network) => ({
        ...participant(network, "/networks"),
        keywords: [...network.aliases],
      })),
    },
    {
      id: "platforms",
      label: "Platforms",
      items: catalog.platforms.map((platform) => ({
        ...participant(platform, "/platforms"),
        href: platformHref(platform),
      })),
    },
    { id: "issuers", label: "Issuers", items: catalog.issuers.map((row) => participant(row, "/issuers")) },
    {
      id: "managers",
      label: "Asset Managers",
      items: catalog.managers.map((row) => participant(row, "/managers")),
    },
  ];
}

function tokenItem(catalog: CatalogIndex, token: CatalogIndex["tokens"][number]): SearchItem[] {
  const asset = catalog.assetBySlug.get(token.asset);
  if (asset === undefined) return [];
  const network = catalog.networkBySlug.get(token.network)?.name ?? token.network;
  return [
    {
      label: token.symbol,
      sublabel: `${asset.name} · ${network}`,
      href: `/assets/${asset.slug}`,
      keywords: unique([token.address]),
    },
  ];
}

function participant(
  row: { slug: string; name: string; legal_name?: string | null },
  folder: string,
): SearchItem {
  const legalName = row.legal_name === row.name ? null : (row.legal_name ?? null);
  return {
    label: row.name,
    sublabel: legalName ?? "",
    href: `${folder}/${row.slug}`,
    keywords: [],
  };
}

const platformHref = ({ slug }: Platform): string => platformPages[slug] ?? `/platforms/${slug}`;

const unique = (words: (string | null)[]): string[] => [...new Set(words.filter((word) => word !== null))];
