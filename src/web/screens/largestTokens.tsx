import { Link } from "@tanstack/react-router";
import type { ResourceRow } from "#domain/api";
import { allOf, isEqual } from "#domain/query";
import { type EntityType, listingColumn } from "#domain/resources";
import { metricColumn } from "../features/resourceList/metricColumns";
import { type SmallColumn, SmallTable } from "../features/resourceList/SmallTable";
import { EntityLink } from "../features/table/cells/EntityLink";
import type { Condition } from "../features/table/query/tableSearch";
import { formatFigure } from "../format/formatNumber";
import { textOf } from "../format/textOf";
import { Card } from "../ui/display/Card";
import { type ScreenContext, section } from "./frame/section";
import type { ProfileSubject } from "./frame/subject";

const value = "bridged_token_value_dollar";
const most = 10;

const columns: SmallColumn<ResourceRow>[] = [
  {
    name: "token",
    header: "Token",
    cell: ({ asset_name: name, asset_slug: slug, symbol }) => (
      <span className="font-medium" title={String(name)}>
        <EntityLink kind="asset" slug={textOf(slug)}>
          {textOf(symbol) ?? String(name)}
        </EntityLink>
      </span>
    ),
  },
  {
    name: "network",
    header: "Network",
    cell: ({ network_name: name, network_slug: slug }) => (
      <EntityLink kind="network" slug={textOf(slug)}>
        {textOf(name)}
      </EntityLink>
    ),
  },
  metricColumn(value, { kind: "token" }),
  metricColumn("holding_addresses_count", { kind: "token" }),
];

/** Condition that limits the list of tokens to those of an entity. */
const ofEntity = (kind: EntityType, slug: string): Condition => [listingColumn(kind, "slug"), "equals", slug];

/** The largest tokens of an entity by network, and a link to all. */
export const largestTokens = section({
  queries: ({ subject }: ScreenContext<ProfileSubject>) => ({
    tokens: {
      rowsOf: "tokens",
      filter: allOf(subject.filter, isEqual("is_asset_level", false)),
      sort: { field: value, direction: "desc" },
      pagination: { page: 1, perPage: most },
      fields: [
        "asset_name",
        "asset_slug",
        "symbol",
        "network_name",
        "network_slug",
        value,
        "holding_addresses_count",
      ],
    } as const,
  }),
  render: ({ tokens: { results, pagination } }, { subject: { kind, slug } }) => (
    <Card
      title="Largest tokens"
      padded={false}
      footer={
        pagination.resultCount > most && (
          <Link
            to="/tokens"
            search={{ filters: [ofEntity(kind, slug)] }}
            className="inline-block min-h-6 content-center underline hover:text-ink"
          >
            All {formatFigure(pagination.resultCount, "count")} tokens
          </Link>
        )
      }
    >
      <SmallTable
        caption="Largest tokens"
        columns={columns}
        rows={results}
        rowKey={(row) => row.id}
        empty="No token contracts in the catalog."
      />
    </Card>
  ),
});
