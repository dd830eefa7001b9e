import type { CellValue, ResourceRow } from "#domain/api";
import { allOf, type FilterLeaf, isEqual, type Query, type Sort } from "#domain/query";
import type { FieldName } from "#domain/resources";
import { entityScreen } from "#domain/screens";
import { listResource, type Market, marketStatus } from "#market";
import type { AtomEntry, AtomFeed } from "./atomFeed";

/** The subjects of a feed of new arrivals. */
export const launchKinds = ["asset", "token"] as const;
export type LaunchKind = (typeof launchKinds)[number];

const described = {
  asset: {
    resource: "assets",
    filter: null,
    name: "name",
    slug: "slug",
    network: null,
    stated: "Launched on",
    words: "assets",
  },
  token: {
    resource: "tokens",
    // Listings of assets as a whole are not tokens.
    filter: isEqual<FieldName<"tokens">>("is_asset_level", false),
    name: "name",
    slug: "asset_slug",
    network: "network_name",
    stated: "Deployed on",
    words: "tokens",
  },
} as const;

type Name = FieldName<(typeof described)[LaunchKind]["resource"]>;

/** Entries per feed: enough for a reader that polls rarely. */
const ENTRIES = 100;

export interface LaunchFeedRequest {
  kind: LaunchKind;
  /** Only the filter of the query is used. */
  query: Pick<Query, "filter">;
}

/**
 * The newest assets or tokens, by launch date. URLs are paths of this site.
 * @throws InvalidError naming the part of the filter that does not fit
 */
export async function launchFeed(market: Market, { kind, query }: LaunchFeedRequest): Promise<AtomFeed> {
  const { resource, filter, name, slug, network, stated, words } = described[kind];
  const isKnown: FilterLeaf<Name> = { operator: "notEquals", field: "appeared_date", value: null };
  const newestFirst: Sort<Name> = { field: "appeared_date", direction: "desc" };
  const fields: readonly Name[] = [
    "appeared_date",
    "appeared_basis",
    "asset_class_name",
    "protocol_name",
    name,
    slug,
  ];
  const [{ results }, { has_sample }] = await Promise.all([
    listResource(market, {
      resource,
      query: {
        filter: allOf(filter, isKnown, query.filter),
        search: null,
        sort: newestFirst,
        pagination: { page: 1, perPage: ENTRIES, cursor: null },
        aggregate: null,
        isPaged: true,
        fields: network === null ? fields : [...fields, network],
      },
    }),
    marketStatus(market),
  ]);
  const entryOf = (row: ResourceRow): AtomEntry => {
    const day = String(row.appeared_date);
    const isStated = row.appeared_basis === "catalog";
    const facts = [row.asset_class_name, row.protocol_name, network === null ? null : row[network]];
    return {
      id: `${kind}/${row.id}`,
      title: String(row[name]),
      path: entityScreen("asset", String(row[slug])) ?? "/new-asset-monitor",
      day,
      summary: [
        `${facts.filter(isText).join(" · ")}.`,
        `${isStated ? stated : "First data on"} ${day}${isStated ? " according to the catalog" : ""}.`,
        // Catalog dates are real even if the figures are sample data.
        ...(has_sample && !isStated ? ["Sample data."] : []),
      ].join(" "),
    };
  };
  return {
    title: `New ${words}`,
    subtitle: `Tokenized ${words} by the day they appeared, newest first.`,
    path: "/new-asset-monitor",
    entries: results.map(entryOf),
  };
}

const isText = (value: CellValue | undefined): value is string => typeof value === "string" && value !== "";
