/** The screens of time series: a chart of the reader's selection, and its rows below. */
import { type SplitName, type SplitResource, splitsOf } from "#domain/resources";
import { type ChartDefaults, NO_GROUP } from "../features/chartView/chartSearch";
import type { TableSpec } from "../features/table/query/tableQuery";
import type { Screen } from "./frame/screen";
import type { Subject, SubjectSource } from "./frame/subject";
import { rowsListed, wholeMarket } from "./frame/subjects";
import { narrowedChart } from "./sections/chart";
import { freshness } from "./sections/provenance";
import { table } from "./sections/table";

interface SeriesOptions {
  /** Label of the screen. */
  title: string;
  description: string;
  subject: (rows: TableSpec) => SubjectSource<Subject>;
  /** Resource of the chart's figures. */
  resource: SplitResource;
  /** Available groupings. Default: all. */
  groups?: readonly SplitName[];
  defaults: ChartDefaults;
  /** Available metrics. Default: those with figures. */
  metrics?: readonly string[];
  hasStudies?: boolean;
  rows: TableSpec;
}

function series({
  title,
  description,
  subject,
  resource,
  groups,
  defaults,
  metrics,
  hasStudies = false,
  rows,
}: SeriesOptions): Screen<Subject> {
  // The chart has no conditions on metrics: they would apply current values to every day.
  const spec: TableSpec = { ...rows, filtersMetrics: false };
  const splits = groups ?? splitsOf(resource).map(({ name }) => name);
  return {
    subject: subject(spec),
    header: { title, description, actions: freshness.show },
    sections: [
      narrowedChart(
        {
          resource,
          defaults: () => defaults,
          groups: [...splits, NO_GROUP],
          ...(metrics !== undefined && { metrics: () => metrics }),
          hasStudies,
          canEmbed: false,
        },
        spec,
      ),
      table(
        (name) => `Selected ${name.toLowerCase()}`,
        spec,
        (name) => `All ${name.toLowerCase()}`,
      ),
    ],
    isUndated: resource === "pools" || resource === "loans",
    head: () => ({ title, description }),
  };
}

const value = "bridged_token_value_dollar";
const holders = "holding_addresses_count";
const volume = "trailing_30_day_transfer_volume_dollar";
const stacked = { metric: value, mode: "stacked", range: "1y" } as const;

export const assetCharting = series({
  title: "Asset Charting",
  description:
    "Any metric of the assets that you select: by group, indexed, on two axes, compared and correlated.",
  subject: () => wholeMarket("Assets"),
  resource: "assets",
  defaults: { ...stacked, group: "asset_class" },
  hasStudies: true,
  rows: {
    resource: "assets",
    columns: ["name", "asset_class_name", "protocol_name", "issuer_name", value, holders, volume],
    perPage: 25,
  },
});

export const tokenCharting = series({
  title: "Token Charting",
  description:
    "Any metric of the tokens that you select: by group, indexed, on two axes, compared and correlated.",
  subject: () => wholeMarket("Tokens"),
  resource: "tokens",
  defaults: { ...stacked, group: "network" },
  hasStudies: true,
  rows: {
    resource: "tokens",
    columns: ["asset_name", "symbol", "network_name", "asset_class_name", "standard", value, holders, volume],
    perPage: 25,
  },
});

export const platformSeries = series({
  title: "Platform Time Series",
  description: "Metrics of platforms over time, and their latest totals.",
  subject: () => wholeMarket("Platforms"),
  resource: "tokens",
  groups: ["platform"],
  defaults: { ...stacked, group: "platform" },
  hasStudies: true,
  rows: {
    resource: "tokens",
    totals: { resource: "tokens", by: "platform", isFixed: true },
    columns: ["name", "asset_count", "token_count", value, holders, volume],
    sort: { field: value, direction: "desc" },
    perPage: 25,
  },
});

/** The only daily figures of loans; the others are only known for today. */
const issued = "cumulative_issued_amount_dollar";
const lent = { metric: issued, mode: "stacked", range: "2y" } as const;

export const poolSeries = series({
  title: "Pool Time Series",
  description: "Cumulative lending of pools over time, and the pools.",
  subject: rowsListed,
  resource: "pools",
  defaults: { ...lent, group: "pool" },
  metrics: [issued],
  rows: {
    resource: "pools",
    columns: [
      "name",
      "protocol_name",
      "network_name",
      "status",
      "cumulative_issued_amount_dollar",
      "outstanding_capital_dollar",
      "average_interest_rate_percent",
    ],
    perPage: 25,
  },
});

export const loanSeries = series({
  title: "Loan Time Series",
  description: "Cumulative issuance of loans over time, and the loans.",
  subject: rowsListed,
  resource: "loans",
  defaults: { ...lent, group: "loan" },
  metrics: [issued],
  rows: {
    resource: "loans",
    columns: [
      "name",
      "pool_name",
      "protocol_name",
      "status",
      "sector",
      "principal_dollar",
      "outstanding_dollar",
      "interest_rate_percent",
      "issued_date",
    ],
    perPage: 25,
  },
});
