/** The screens of totals: every metric of assets or tokens, by any grouping. */

import type { MetricSlug } from "#domain/metrics";
import type { GroupingName } from "#domain/resources";
import type { TableSpec } from "../features/table/query/tableQuery";
import type { Screen } from "./frame/screen";
import type { Subject } from "./frame/subject";
import { rowsListed } from "./frame/subjects";
import { freshness } from "./sections/provenance";
import { wholeTable } from "./sections/table";

interface TotalsOptions {
  title: string;
  description: string;
  by: GroupingName;
}

const metrics = [
  "bridged_token_value_dollar",
  "bridged_token_market_cap_dollar",
  "holding_addresses_count",
  "trailing_30_day_active_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
  "trailing_30_day_net_flow_dollar",
] as const satisfies readonly MetricSlug[];

function totals(resource: "assets" | "tokens", { title, description, by }: TotalsOptions): Screen<Subject> {
  const spec: TableSpec = {
    resource,
    totals: { resource, by },
    columns: ["name", "asset_count", "token_count", ...metrics],
    sort: { field: "bridged_token_value_dollar", direction: "desc" },
  };
  return {
    subject: rowsListed(spec, description),
    header: { title, actions: freshness.show },
    lead: [wholeTable(spec)],
    sections: [],
    head: () => ({ title, description: `${description} Choose columns, filter, sort and download.` }),
  };
}

export const assetAggregates = totals("assets", {
  title: "Asset Aggregates",
  description: "Totals of every metric over the selected assets, by class, network, platform and more.",
  by: "asset_class",
});

export const tokenAggregates = totals("tokens", {
  title: "Token Aggregates",
  description: "Totals of every metric over the selected tokens, by network, class, standard and more.",
  by: "network",
});
