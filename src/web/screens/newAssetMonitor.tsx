import { allOf } from "#domain/query";
import { LaunchChart } from "../features/launches/LaunchChart";
import { LaunchFilters } from "../features/launches/LaunchFilters";
import { type LaunchKind, launchKinds } from "../features/launches/launchKinds";
import { searchFilter } from "../features/table/query/tableSearch";
import { where } from "./frame/layout";
import type { Screen } from "./frame/screen";
import { type ScreenContext, section } from "./frame/section";
import type { Subject } from "./frame/subject";
import { wholeMarket } from "./frame/subjects";
import { freshness, methodology } from "./sections/provenance";
import { wholeTable } from "./sections/table";

const kindOf = ({ search }: Pick<ScreenContext, "search">): LaunchKind => search.kind ?? "asset";

const filters = section({
  queries: () => ({
    networks: {
      rowsOf: "networks",
      filter: { operator: "gt", field: "token_count", value: 0 },
      sort: { field: "name", direction: "asc" },
      pagination: { page: 1, perPage: 100 },
      fields: ["slug", "name"],
    } as const,
  }),
  render: ({ networks: { results } }, context) => (
    <LaunchFilters kind={kindOf(context)} search={context.search} networks={results} />
  ),
});

/** The chart counts the rows of the table's filters. */
const launches = {
  ...section({
    queries: (context) => {
      const { resource, filter } = launchKinds[kindOf(context)].rows;
      return {
        counts: {
          countsOf: resource,
          date: "appeared_date",
          by: "asset_class_slug",
          filter: allOf(filter, searchFilter(context.search)),
          search: context.search.q ?? null,
        },
      };
    },
    render: ({ counts }, context) => (
      <LaunchChart title={launchKinds[kindOf(context)].perMonth} counts={counts} search={context.search} />
    ),
  }),
  isChart: true,
};

const rowsOf = (kind: LaunchKind) =>
  where((context: ScreenContext) => kindOf(context) === kind, wholeTable(launchKinds[kind].rows));

/** Assets and tokens by first day. */
export const newAssetMonitor: Screen<Subject> = {
  subject: wholeMarket("New assets"),
  header: {
    title: "New Asset Monitor",
    description: "Assets and tokens by the day they appeared, newest first.",
    actions: freshness.show,
  },
  lead: [],
  sections: [
    filters,
    launches,
    rowsOf("asset"),
    rowsOf("token"),
    methodology(
      () => ["bridged_token_value_dollar"],
      [
        "An asset appears on its launch date in the catalog, a token on its deployment date. If the catalog has no date, the first date of its own data counts; the list shows which of the two applies.",
        "Prices and yields of an asset do not count as data of its tokens: they are known before a token is deployed.",
        "Assets and tokens older than the data count from its first date, unless the catalog has their launch date.",
      ],
    ),
  ],
  head: () => ({
    feed: "/new-asset-monitor.atom",
    title: "New Asset Monitor",
    description:
      "New tokenized assets and tokens by the day they appeared: launches per month by asset class, by network, and a feed.",
  }),
};
