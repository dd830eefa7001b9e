import type { ColumnName } from "#domain/resources";
import type { Screen } from "./frame/screen";
import type { Subject } from "./frame/subject";
import { wholeMarket } from "./frame/subjects";
import { chart } from "./sections/chart";
import { freshness, methodology } from "./sections/provenance";
import { table } from "./sections/table";

const columns = [
  "name",
  "bridged_token_value_dollar",
  "bridged_token_market_cap_dollar",
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
  "trailing_30_day_active_addresses_count",
  "asset_count",
] as const satisfies readonly ColumnName<"networks">[];

const groups = ["network", "asset_class", "none"];

/** All networks: distribution of value, and the list. */
export const networks: Screen<Subject> = {
  subject: wholeMarket("All networks"),
  header: {
    title: "Networks",
    description: "Blockchain networks with tokenized assets.",
    actions: freshness.show,
  },
  sections: [
    chart({
      defaults: () => ({
        metric: "bridged_token_value_dollar",
        group: "network",
        mode: "stacked",
        range: "2y",
      }),
      groups,
    }),
    table((name) => name, { resource: "networks", columns, perPage: 50, chartGroups: groups }),
    methodology(
      () => columns,
      [
        "All networks in the catalog are listed; counts of networks with assets elsewhere include only those with at least one.",
        "A bridged unit is counted only on the network where it is now held.",
        "Figures of an asset as a whole appear as Off-Chain: of units in issuers' books rather than on a network, and where the distribution over networks is unknown.",
      ],
    ),
  ],
  head: () => ({
    title: "Networks",
    description: "Blockchain networks with tokenized assets: value, holders and activity of each.",
  }),
};
