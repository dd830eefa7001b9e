import type { MetricTrends, ResourceRow } from "#domain/api";
import { lookbackDays, lookbacks, type MetricSlug, metricByName } from "#domain/metrics";
import { isStablecoin } from "#domain/people";
import type { PageSearch } from "../features/chartView/pageSearch";
import { FirstAdministrator } from "../features/overview/FirstAdministrator";
import { CountTile } from "../features/provenance/TileGrid";
import { assetColumns } from "../features/resourceList/assetColumns";
import { changeColumn, metricColumn } from "../features/resourceList/metricColumns";
import { type SmallColumn, SmallTable } from "../features/resourceList/SmallTable";
import { trendColumn } from "../features/resourceList/trendColumn";
import { EntityLink } from "../features/table/cells/EntityLink";
import { RowDot } from "../features/table/cells/RowDot";
import { PeriodSwitch } from "../features/table/columns/PeriodSwitch";
import { formatFigure } from "../format/formatNumber";
import type { RowsQuery } from "../rpc/marketQueries";
import { Card } from "../ui/display/Card";
import { inUse } from "./frame/inUse";
import { halves } from "./frame/layout";
import type { Screen } from "./frame/screen";
import { section, withAllFigures } from "./frame/section";
import type { AssetsSubject } from "./frame/subject";
import { wholeMarket } from "./frame/subjects";
import { byDistribution, distributionTile } from "./sections/breakdown";
import { card } from "./sections/card";
import { chart } from "./sections/chart";
import { league } from "./sections/league";
import { netFlows } from "./sections/netFlows";
import { newestAssets } from "./sections/newest";
import { freshnessWhereRoom, methodology, wholeProvenance } from "./sections/provenance";
import { assetCount, figureTile, tiles, totalTile } from "./sections/tiles";

const columnsOf = ({
  metrics: [value, ...others],
  trends,
}: Omit<ClassesTableProps, "rows">): SmallColumn<ResourceRow>[] => [
  {
    name: "name",
    header: "Asset class",
    cell: (row) => (
      <span className="flex items-center gap-2">
        <RowDot resource="asset_classes" row={row} />
        <EntityLink kind="asset_class" slug={String(row.slug)}>
          {String(row.name)}
        </EntityLink>
      </span>
    ),
  },
  metricColumn(value, { kind: "asset_class" }),
  changeColumn(value, 7),
  changeColumn(value, 30),
  ...others.map((slug) => metricColumn<ResourceRow>(slug, { kind: "asset_class" })),
  {
    name: "asset_count",
    header: "Assets",
    numeric: true,
    cell: (row) => formatFigure(Number(row.asset_count), "count"),
  },
  trendColumn(value, trends, ({ id }) => Number(id)),
];

interface ClassesTableProps {
  rows: readonly ResourceRow[];
  /** The first one is shown with its changes. */
  metrics: readonly [MetricSlug, ...MetricSlug[]];
  trends: MetricTrends;
}

/** The asset classes, in the given order. */
const ClassesTable = ({ rows, ...shown }: ClassesTableProps) => (
  <SmallTable
    caption="Asset classes by value"
    columns={columnsOf(shown)}
    rows={rows}
    rowKey={(row) => row.id}
  />
);

const value = "bridged_token_value_dollar";
const marketCap = "bridged_token_market_cap_dollar";
const volume = "trailing_30_day_transfer_volume_dollar";
const holders = "holding_addresses_count";
const active = "trailing_30_day_active_addresses_count";

/** Metrics of the table of classes. */
const classColumns = [value, holders, volume] as const satisfies readonly MetricSlug[];

/** Smaller assets change by chance. In dollars. */
const MOVER_MINIMUM = 10_000_000;

const ranking = {
  pagination: { page: 1, perPage: 8 },
  fields: ["slug", "name", "ticker", "asset_class_name", "asset_class_slug", value],
} as const;

/** The classes, largest first, with the figures of the tiles and the table. */
const classes: RowsQuery = {
  rowsOf: "asset_classes",
  sort: { field: value, direction: "desc" },
  pagination: { page: 1, perPage: 100 },
  fields: ["slug", "name", "color_hex", "asset_count", value, marketCap, holders, volume, active],
};

/** Its label names the coverage, so the scope of the page does not apply. */
const stablecoinTile = withAllFigures(
  totalTile(marketCap, "Stablecoin market cap", {
    totalsOf: "tokens",
    filter: isStablecoin,
    fields: [marketCap],
  }),
);

const networksTile = section({
  queries: () => ({ networks: inUse("networks") }),
  render: ({ networks }) => (
    <CountTile
      label="Networks with assets"
      count={networks.pagination.resultCount}
      info="Networks with at least one asset. The league table ranks those with a known value."
    />
  ),
});

const classesTable = section({
  queries: () => ({
    classes,
    trends: { trendsOf: [value], filter: null, groupBy: "asset_class", most: 100 } as const,
  }),
  render: ({ classes: { results }, trends }) => (
    <ClassesTable rows={results} metrics={classColumns} trends={trends} />
  ),
});

/** A few assets in the order of a ranking. */
const largest = card(
  "Largest assets",
  section({
    queries: () => ({
      assets: {
        rowsOf: "assets",
        sort: { field: value, direction: "desc" },
        ...ranking,
      } as const,
    }),
    render: ({ assets }) => (
      <SmallTable
        caption={`Largest assets: ${metricByName(value)?.label} and change over 30 days`}
        columns={assetColumns(value)}
        rows={assets.results}
        rowKey={(row) => row.id}
      />
    ),
  }),
);

/** The largest changes over the look-back in the URL, among sufficiently large assets. */
const movers = (title: string, direction: "asc" | "desc") =>
  section({
    queries: ({ search }) => ({
      assets: {
        rowsOf: "assets",
        filter: { operator: "gte", field: value, value: MOVER_MINIMUM },
        sort: { field: `${value}.chg_${search.movers ?? "30d"}_pct`, direction },
        ...ranking,
      } as const,
    }),
    render: ({ assets: { results } }, { search }) => {
      const days = lookbackDays.find((one) => search.movers === `${one}d`) ?? 30;
      return (
        <Card
          title={title}
          padded={false}
          actions={
            <PeriodSwitch
              label={`Period of ${title.toLowerCase()}`}
              periods={lookbacks}
              value={search.movers}
              patch={(movers) => ({ movers }) satisfies PageSearch}
            />
          }
        >
          <SmallTable
            caption={`${title}: ${metricByName(value)?.label} and change over ${days} days`}
            columns={assetColumns(value, days)}
            rows={results}
            rowKey={(row) => row.id}
          />
        </Card>
      );
    },
  });

/** The start page: the whole market at a glance. */
export const overview: Screen<AssetsSubject> = {
  subject: wholeMarket("Tokenized assets"),
  header: {
    title: "Market Overview",
    description: "Tokenized real-world assets across public networks: value, holders and activity.",
    actions: freshnessWhereRoom,
  },
  lead: [
    section({ queries: () => ({}), render: () => <FirstAdministrator /> }),
    tiles(
      () => [],
      figureTile(value, "Total value"),
      stablecoinTile,
      distributionTile("distributed", value, holders),
      distributionTile("represented", value, holders),
      figureTile(holders),
      figureTile(volume),
      figureTile(active),
      assetCount((_, count) => `Assets in the catalog, with ${count} tokens.`),
      networksTile,
    ),
  ],
  sections: [
    chart({
      defaults: () => ({ metric: value, group: "asset_class", mode: "stacked", range: "2y" }),
      groups: [
        "asset_class",
        "network",
        "platform",
        "issuer",
        "manager",
        "platform_group",
        "issuer_group",
        "manager_group",
        "asset",
        "token",
        "distribution",
        "none",
      ],
    }),
    card("By asset class", classesTable),
    league({
      groups: ["network", "platform", "issuer", "manager", "asset_class"],
      metric: () => value,
    }),
    netFlows({ groups: ["asset_class", "network"], stock: () => value }),
    halves(largest, newestAssets()),
    halves(movers("Growing fastest", "desc"), movers("Shrinking fastest", "asc")),
    byDistribution(value, holders),
    wholeProvenance(() => [value, marketCap, holders, volume, active]),
    methodology(
      () => [value, marketCap, holders, volume, active],
      [
        "Every figure is the sum or weighted mean of end-of-day token values.",
        "A bridged unit is counted once, on the network where it is now held.",
        `Fastest growing and shrinking assets are ranked by ${metricByName(value)?.label.toLowerCase()} among assets of at least $${(MOVER_MINIMUM / 1_000_000).toLocaleString("en-US")} million.`,
      ],
    ),
  ],
  head: () => ({
    title: "Market Overview",
    description:
      "Tokenized real-world assets across public networks: value, holders and activity by asset class, network, platform and issuer.",
  }),
};
