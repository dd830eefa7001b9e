import {
  accessTo,
  type Caller,
  type CatalogIndex,
  menuFor,
  pagePermission,
  resourceByName,
  type SearchGroup,
  type SearchItem,
  searchGroupsOfMenu,
  shortAddress,
} from "#domain";
import type { EntitySizes } from "#market";

/** Entities are the same for everybody, so they are made once for each catalog and its sizes. */
const made = new WeakMap<EntitySizes, { catalog: CatalogIndex; groups: SearchGroup[] }>();

export interface SearchGroupsRequest {
  catalog: CatalogIndex;
  sizes: EntitySizes;
  caller: Caller;
}

/** The groups of the global search that a caller sees, the larger entities first; empty groups are left out. */
export function searchGroups({ catalog, sizes, caller }: SearchGroupsRequest): SearchGroup[] {
  let known = made.get(sizes);
  if (known?.catalog !== catalog) {
    known = { catalog, groups: entityGroups(catalog, sizes) };
    made.set(sizes, known);
  }
  const opens = ({ href }: SearchItem) =>
    accessTo(pagePermission(href.replace(/\?.*$/, "")), caller) === "allowed";
  return [
    ...searchGroupsOfMenu(menuFor(caller.features)),
    // All items of a group lead to pages of one kind.
    ...known.groups.filter(({ items: [first] }) => first !== undefined && opens(first)),
  ];
}

function entityGroups(catalog: CatalogIndex, sizes: EntitySizes): SearchGroup[] {
  const className = (slug: string) => catalog.classes.get(slug)?.name ?? "";
  return [
    {
      id: "assets",
      label: "Assets",
      items: bySize(catalog.assets, sizes.asset).map((asset) => ({
        label: asset.name,
        sublabel: [asset.ticker, className(asset.asset_class)].filter((part) => part !== "").join(" · "),
        href: entityHref("assets", asset),
        keywords: unique([asset.ticker, asset.isin]),
        addresses: [],
      })),
    },
    {
      id: "tokens",
      label: "Tokens",
      items: tokenItems(catalog, sizes),
    },
    {
      id: "networks",
      label: "Networks",
      items: bySize(catalog.networks, sizes.network).map((network) => ({
        ...participant(network, "networks"),
        keywords: [...network.aliases],
      })),
    },
    {
      id: "platforms",
      label: "Platforms",
      items: bySize(catalog.platforms, sizes.platform).map((row) => participant(row, "platforms")),
    },
    {
      id: "issuers",
      label: "Issuers",
      items: bySize(catalog.issuers, sizes.issuer).map((row) => participant(row, "issuers")),
    },
    {
      id: "managers",
      label: "Asset Managers",
      items: bySize(catalog.managers, sizes.manager).map((row) => participant(row, "managers")),
    },
  ];
}

/** The larger first, then what has no known value, each in the order of the catalog. */
const bySize = <Row extends { id: number }>(
  rows: readonly Row[],
  sizes: ReadonlyMap<number, number>,
): Row[] =>
  rows.toSorted(
    (a, b) =>
      (sizes.get(b.id) ?? Number.NEGATIVE_INFINITY) - (sizes.get(a.id) ?? Number.NEGATIVE_INFINITY) || 0,
  );

type Token = CatalogIndex["tokens"][number];

function tokenItems(catalog: CatalogIndex, sizes: EntitySizes): SearchItem[] {
  const placeOf = ({ asset, network }: Token) => `${asset} ${network}`;
  const places = new Map<string, number>();
  for (const token of catalog.tokens) places.set(placeOf(token), (places.get(placeOf(token)) ?? 0) + 1);
  return bySize(catalog.tokens, sizes.token).flatMap((token) =>
    tokenItem(catalog, token, (places.get(placeOf(token)) ?? 0) > 1),
  );
}

/** @param hasTwins whether its asset has other tokens on its network, from which its address tells it */
function tokenItem(catalog: CatalogIndex, token: Token, hasTwins: boolean): SearchItem[] {
  const asset = catalog.assetBySlug.get(token.asset);
  if (asset === undefined) return [];
  const network = catalog.networkBySlug.get(token.network)?.name ?? token.network;
  return [
    {
      label: token.symbol,
      sublabel: [
        asset.name,
        network,
        ...(hasTwins && token.is_bridged ? ["bridged"] : []),
        ...(hasTwins && token.address !== null ? [shortAddress(token.address)] : []),
      ].join(" · "),
      href: entityHref("assets", asset),
      keywords: [],
      addresses: unique([token.address]),
    },
  ];
}

interface Participant {
  slug: string;
  name: string;
  legal_name?: string | null;
}

function participant(row: Participant, resource: string): SearchItem {
  const legalName = row.legal_name === row.name ? null : (row.legal_name ?? null);
  return {
    label: row.name,
    sublabel: legalName ?? "",
    href: entityHref(resource, row),
    keywords: [],
    addresses: [],
  };
}

/** The page of an entity; where its kind has none, the list of its kind with it alone. */
function entityHref(resource: string, { slug, name }: Participant): string {
  const pagePath = resourceByName(resource)?.pagePath ?? null;
  if (pagePath !== null) return pagePath.replace(":slug", slug);
  return `/${resource}?${new URLSearchParams({ filters: JSON.stringify([["name", "equals", name]]) })}`;
}

const unique = (words: (string | null)[]): string[] => [...new Set(words.filter((word) => word !== null))];
