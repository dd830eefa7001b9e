import { type AggregateRow, metricOf, type ResourceRow } from "#domain/api";
import { isEqual } from "#domain/query";
import { firmFacts } from "#domain/resources";
import { FlowPicture } from "../features/flows/FlowPicture";
import { groupColumn } from "../features/resourceList/groupColumn";
import { changeColumn, metricColumn } from "../features/resourceList/metricColumns";
import { type SmallColumn, SmallTable } from "../features/resourceList/SmallTable";
import { EntityLink } from "../features/table/cells/EntityLink";
import { textOf } from "../format/textOf";
import { Card } from "../ui/display/Card";
import { halves } from "./frame/layout";
import { OutsideLink } from "./frame/OutsideLink";
import type { Screen } from "./frame/screen";
import { section, view } from "./frame/section";
import type { KnownSubject } from "./frame/subject";
import { platformNamed } from "./frame/subjects";
import { card, facts } from "./sections/card";
import { chart } from "./sections/chart";
import { freshness, methodology } from "./sections/provenance";
import { table } from "./sections/table";
import { tiles, totalTile } from "./sections/tiles";

/** Columns of a deployment: asset, network, a metric, and its change over 30 days. */
const tokenColumns = (metric: string): SmallColumn<ResourceRow>[] => [
  {
    name: "asset_name",
    header: "Asset",
    flexible: true,
    cell: (row) => (
      <span className="font-medium">
        <EntityLink kind="asset" slug={textOf(row.asset_slug)}>
          {String(row.asset_name)}
        </EntityLink>
      </span>
    ),
  },
  {
    name: "network_name",
    header: "Network",
    cell: (row) => (
      <EntityLink kind="network" slug={textOf(row.network_slug)}>
        {textOf(row.network_name)}
      </EntityLink>
    ),
  },
  metricColumn(metric),
  changeColumn(metric, 30),
];

const inflow = "trailing_30_day_bridge_inflow_dollar";
const outflow = "trailing_30_day_bridge_outflow_dollar";
const net = "trailing_30_day_net_bridge_flow_dollar";

const columns: SmallColumn<AggregateRow>[] = [
  groupColumn("Network"),
  metricColumn(inflow, { header: "Inflow (30d)" }),
  changeColumn(inflow, 30, { header: "Inflow change" }),
  metricColumn(outflow, { header: "Outflow (30d)" }),
  changeColumn(outflow, 30, { header: "Outflow change" }),
  metricColumn(net, { header: "Net (30d)" }),
];

/** Table of the inflows and outflows of each network. */
const FlowsTable = ({ rows }: { rows: readonly AggregateRow[] }) => (
  <SmallTable
    caption="Bridge flows by network over 30 days"
    columns={columns}
    rows={rows.filter((row) => [inflow, outflow].some((metric) => metricOf(row, metric)?.val != null))}
    rowKey={({ group }) => group.id ?? group.name}
    most={10}
    empty="No bridge flow data yet."
  />
);

const value = "bridged_token_value_dollar";
const isCopy = isEqual("is_bridged", true);

const flowsOf = (rows: readonly AggregateRow[], metric: string) =>
  rows.map((row) => ({ group: row.group, value: metricOf(row, metric)?.val ?? 0 }));

const flows = section({
  queries: () => ({
    networks: {
      totalsOf: "tokens",
      aggregate: { groupBy: "network" },
      sort: { field: inflow, direction: "desc" },
      pagination: { page: 1, perPage: 100 },
      fields: [inflow, outflow, net],
    } as const,
  }),
  render: ({ networks: { results } }) => {
    const [outflows, inflows] = [flowsOf(results, outflow), flowsOf(results, inflow)];
    const isKnown = [...outflows, ...inflows].some((flow) => flow.value > 0);
    return (
      <Card
        title="Flows between networks across all bridges, last 30 days"
        description="Value bridged out of and into each network. Sources report each side separately, so routes between networks are unknown."
        padded={false}
      >
        {isKnown && <FlowPicture outflows={outflows} inflows={inflows} />}
        <FlowsTable rows={results} />
      </Card>
    );
  },
});

const copies = card(
  "Largest bridged copies, all bridges",
  section({
    queries: () => ({
      tokens: {
        rowsOf: "tokens",
        filter: isCopy,
        sort: { field: value, direction: "desc" },
        pagination: { page: 1, perPage: 10 },
        fields: ["asset_name", "asset_slug", "network_name", "network_slug", "symbol", value],
      } as const,
    }),
    render: ({ tokens }) => (
      <SmallTable
        caption="Bridged copies by value, all bridges"
        columns={tokenColumns(value)}
        rows={tokens.results}
        rowKey={(row) => row.id}
      />
    ),
  }),
);

/** Bridge flows: the screen of a platform without its own assets. */
export const wormhole: Screen<KnownSubject> = {
  subject: platformNamed("wormhole-bridge", { name: "All bridges", filter: null }),
  header: {
    title: "Wormhole",
    description: "A bridge between networks. Inflows and outflows are known for all bridges together.",
    actions: ({ subject }) => <OutsideLink address={textOf(subject.row.website)}>Website</OutsideLink>,
  },
  under: () => "/platforms",
  lead: [
    view(() => (
      <p className="mb-4 rounded-lg border bg-sunken px-4 py-3 text-md">
        <strong className="font-semibold">No figures for Wormhole itself.</strong> Sources report flows by
        network, not by bridge. The figures below cover all bridges.
      </p>
    )),
    tiles(
      () => [],
      totalTile(inflow, "Inflow, all bridges (30d)", { totalsOf: "tokens", fields: [inflow] }),
      totalTile(outflow, "Outflow, all bridges (30d)", { totalsOf: "tokens", fields: [outflow] }),
      totalTile(value, "Value of bridged copies, all bridges", {
        totalsOf: "tokens",
        filter: isCopy,
        fields: [value],
      }),
    ),
  ],
  sections: [
    chart({
      defaults: () => ({ metric: "bridge_inflow_dollar", group: "network", mode: "bars", range: "3m" }),
      groups: ["network", "asset", "asset_class", "none"],
      metrics: () => ["bridge_inflow_dollar", "bridge_outflow_dollar", inflow, outflow, net],
    }),
    flows,
    halves(copies, facts<KnownSubject>({ fields: firmFacts })),
    table((name) => `Assets by inflow, ${name.toLowerCase()}`, {
      resource: "assets",
      columns: ["name", "asset_class_name", "token_count", inflow, outflow, value],
      sort: { field: inflow, direction: "desc" },
      perPage: 25,
    }),
    methodology(
      () => [inflow, outflow, net, "bridge_inflow_dollar", "bridge_outflow_dollar", value],
      [
        "A bridged copy is a token that represents units locked on another network.",
        "Figures cover tokens with reported bridge flows; others are excluded, not counted as zero.",
      ],
    ),
    freshness,
  ],
  head: () => ({
    title: "Wormhole",
    description:
      "Wormhole, a bridge between networks, with the inflow and outflow of all bridges by network, bridged copies and top assets.",
  }),
};
