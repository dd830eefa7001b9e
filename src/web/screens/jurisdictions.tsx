import { type AggregateRow, metricOf } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";
import { allOf, type Filter, isEqual } from "#domain/query";
import type { ColumnName, FieldName } from "#domain/resources";
import { assetClasses } from "#domain/vocabulary";
import { CountryResults } from "../features/invest/CountryResults";
import { countryCounts, countryQueries } from "../features/invest/countryChoice";
import { ParticipantPlaces } from "../features/jurisdictions/ParticipantPlaces";
import { PlaceParticipants } from "../features/jurisdictions/PlaceParticipants";
import { placesOf } from "../features/jurisdictions/places";
import { WorldMap } from "../features/jurisdictions/WorldMap";
import { assetColumns } from "../features/resourceList/assetColumns";
import { BreakdownTable } from "../features/resourceList/BreakdownTable";
import { FactList } from "../features/resourceList/FactList";
import { SmallTable } from "../features/resourceList/SmallTable";
import { ValueChoice } from "../features/table/ChoiceLinks";
import type { TableSpec } from "../features/table/query/tableQuery";
import { searchFilter } from "../features/table/query/tableSearch";
import type { RowsQuery } from "../rpc/marketQueries";
import { Card } from "../ui/display/Card";
import { halves, stack, where } from "./frame/layout";
import type { Screen } from "./frame/screen";
import { type ScreenContext, section, view, withAllFigures } from "./frame/section";
import type { Subject } from "./frame/subject";
import { rowsListed } from "./frame/subjects";
import { freshness } from "./sections/provenance";
import { wholeTable } from "./sections/table";

const value = "bridged_token_value_dollar" satisfies MetricSlug;

const classField = {
  name: "asset_class_slug",
  label: "Asset class",
  values: assetClasses.map(({ slug }) => slug),
};
const className = (slug: string) => assetClasses.find((one) => one.slug === slug)?.name ?? slug;

const byPlace: TableSpec = {
  resource: "tokens",
  totals: { resource: "tokens", by: "jurisdiction_country", isFixed: true },
  columns: [
    "name",
    "asset_count",
    "token_count",
    value,
    "holding_addresses_count",
    "trailing_30_day_transfer_volume_dollar",
  ],
  sort: { field: value, direction: "desc" },
  opens: "place",
};

/** Number of participants by kind that are registered there. */
const participantCounts = [
  "domiciled_issuer_count",
  "domiciled_platform_count",
  "domiciled_manager_count",
] as const satisfies readonly ColumnName<"jurisdictions">[];

const facts = [
  "country_code",
  "region",
  "regulator",
  "asset_count",
  "token_count",
  ...participantCounts,
  "regulatory_frameworks",
  "company_registers",
  "source_url",
] as const satisfies readonly ColumnName<"jurisdictions">[];

const kinds = ["issuers", "platforms", "managers"] as const;

/** Jurisdictions with anything to show. */
const inhabited: Filter<FieldName<"jurisdictions">> = {
  operator: "or",
  filters: (["asset_count", ...participantCounts] as const).map((field) => ({
    field,
    operator: "gt",
    value: 0,
  })),
};

const totalIn = ([row]: readonly AggregateRow[]): number | null =>
  row === undefined ? null : (metricOf(row, value)?.val ?? null);

const page = (perPage: number) => ({ page: 1, perPage });

/** Query of the map and of the table of participants. */
const jurisdictions = {
  rowsOf: "jurisdictions",
  filter: inhabited,
  pagination: page(100),
  fields: [
    "slug",
    "name",
    "country_code",
    "region",
    ...participantCounts,
    "regulatory_frameworks",
    "regulator",
  ],
} satisfies RowsQuery;

const map = section({
  queries: ({ search }) => ({
    jurisdictions,
    totals: {
      selectedOf: "tokens",
      filter: searchFilter(search),
      aggregate: { groupBy: "jurisdiction_country" },
      sort: { field: value, direction: "desc" },
      pagination: page(100),
      fields: [value],
    } as const,
  }),
  render: ({ jurisdictions: { results }, totals }, { search }) => (
    <Card
      title="Where assets are domiciled"
      description="By the value of assets whose issuing vehicle is domiciled there. Assets of unknown domicile are not on the map; they have a separate row below."
    >
      <div className="flex flex-col gap-4">
        <ValueChoice field={classField} nameOf={className} search={search} />
        <WorldMap places={placesOf(results, totals.results, value)} chosen={search.place} />
      </div>
    </Card>
  ),
});

const tableHeading = view(() => (
  <h2 className="font-semibold text-base tracking-tight">Assets by jurisdiction</h2>
));

const ofPlace = ({ search }: ScreenContext) => isEqual("jurisdiction_country_slug", search.place ?? "");

const placeFacts = section({
  queries: ({ search }: ScreenContext) => ({
    rows: {
      rowsOf: "jurisdictions",
      filter: isEqual("slug", search.place ?? ""),
      pagination: page(1),
      fields: ["slug", "name", ...facts],
    },
  }),
  render: ({ rows: { results } }) => {
    const [row] = results;
    return row === undefined ? (
      <Card title="Jurisdiction not found">
        <p className="text-md text-muted">The catalog has no jurisdiction of this name.</p>
      </Card>
    ) : (
      <Card title={String(row.name)} description="Key facts from the catalog.">
        <FactList resource="jurisdictions" row={row} fields={facts} />
      </Card>
    );
  },
});

const placeClasses = section({
  queries: (context: ScreenContext) => ({
    classes: {
      selectedOf: "tokens",
      filter: allOf(ofPlace(context), searchFilter(context.search)),
      aggregate: { groupBy: "asset_class" },
      sort: { field: value, direction: "desc" },
      pagination: page(100),
      fields: [value],
    } as const,
    whole: {
      selectedOf: "tokens",
      filter: allOf(ofPlace(context), searchFilter(context.search)),
      fields: [value],
    } as const,
  }),
  render: ({ classes, whole }) => (
    <Card title="Assets by class" padded={false}>
      <BreakdownTable
        caption="Assets domiciled there by class"
        header="Asset class"
        rows={classes.results}
        metrics={[value]}
        total={totalIn(whole.results)}
        countsAssets
      />
    </Card>
  ),
});

const placeParticipants = section({
  queries: (context: ScreenContext) => {
    const registered = (rowsOf: (typeof kinds)[number]): RowsQuery => ({
      rowsOf,
      filter: ofPlace(context),
      sort: { field: "name", direction: "asc" },
      pagination: page(100),
      fields: ["slug", "name", "legal_name", "lei", "cik", "register_number", "register_name"],
    });
    return {
      issuers: registered("issuers"),
      platforms: registered("platforms"),
      managers: registered("managers"),
    };
  },
  render: (found) => (
    <Card title="Participants registered there" padded={false}>
      <PlaceParticipants
        issuers={found.issuers.results}
        platforms={found.platforms.results}
        managers={found.managers.results}
      />
    </Card>
  ),
});

const largestColumns = assetColumns(value);
const placeAssets = section({
  queries: (context: ScreenContext) => ({
    assets: {
      rowsOf: "assets",
      filter: ofPlace(context),
      sort: { field: value, direction: "desc" },
      pagination: page(10),
      fields: ["slug", "name", "ticker", value],
    } as const,
  }),
  render: ({ assets: { results } }) => (
    <Card title="Largest assets" padded={false}>
      <SmallTable
        caption="Largest assets domiciled there, with the change in their value over 30 days"
        columns={largestColumns}
        rows={results}
        rowKey={({ id }) => id}
        empty="No assets in the catalog are domiciled there."
      />
    </Card>
  ),
});

/** Counts of the full catalog, as on /invest, which they link to. */
const placeInvestors = withAllFigures(
  section({
    queries: ({ search }: ScreenContext) => ({
      rows: {
        rowsOf: "jurisdictions",
        filter: isEqual("slug", search.place ?? ""),
        pagination: page(1),
        fields: ["slug", "name", "country_code"],
      },
      ...countryQueries(search.place, null),
    }),
    render: ({ rows: { results }, offered, excluded, unknown }) => {
      const [row] = results;
      const counts = countryCounts({ offered, excluded, unknown });
      return (
        row !== undefined &&
        counts !== null && (
          <CountryResults country={String(row.country_code)} name={String(row.name)} counts={counts} />
        )
      );
    },
  }),
);

const isLookedAt = ({ search }: ScreenContext) => search.place !== undefined;

const participants = section({
  queries: () => {
    const unknown = (rowsOf: (typeof kinds)[number]): RowsQuery => ({
      rowsOf,
      filter: isEqual("jurisdiction_country_slug", null),
      pagination: page(1),
      fields: ["id"],
    });
    return {
      jurisdictions,
      issuers: unknown("issuers"),
      platforms: unknown("platforms"),
      managers: unknown("managers"),
    };
  },
  render: ({ jurisdictions: { results }, issuers, platforms, managers }) => (
    <Card
      title="Where participants are registered"
      description="Issuers, platforms and asset managers, and the rules under which assets of the jurisdiction are issued or offered."
      padded={false}
    >
      <ParticipantPlaces
        jurisdictions={results}
        unknown={{
          domiciled_issuer_count: issuers.pagination.resultCount,
          domiciled_platform_count: platforms.pagination.resultCount,
          domiciled_manager_count: managers.pagination.resultCount,
        }}
      />
    </Card>
  ),
});

const title = "Jurisdiction Explorer";
const description =
  "Where issuers and assets are domiciled: by country, class, count and value, with regulators, frameworks and registers.";

/** Domiciles of issuers and assets, and the facts about each jurisdiction. */
export const jurisdictionExplorer: Screen<Subject> = {
  subject: rowsListed(byPlace, description),
  header: { title, actions: freshness.show },
  sections: [
    map,
    where(isLookedAt, halves(placeFacts, placeClasses)),
    where(isLookedAt, halves(placeParticipants, stack(placeInvestors, placeAssets))),
    tableHeading,
    wholeTable(byPlace),
    participants,
  ],
  head: () => ({ title, description }),
};
