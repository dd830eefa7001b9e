import { Link } from "@tanstack/react-router";
import { assetsResource, fieldByName } from "#domain/resources";
import { chosenCountry, countryCounts, countryQueries } from "../features/invest/countryChoice";
import {
  filteredFlags,
  filteredValues,
  InvestorFilters,
  otherFacts,
} from "../features/invest/InvestorFilters";
import type { TableSpec } from "../features/table/query/tableQuery";
import { buttonClass } from "../ui/controls/Button";
import { stack } from "./frame/layout";
import type { Screen } from "./frame/screen";
import { section } from "./frame/section";
import type { Subject } from "./frame/subject";
import { rowsListed } from "./frame/subjects";
import { wholeTable } from "./sections/table";

const YIELD = "apy_30_day_percent";

const offered = {
  resource: "assets",
  columns: [
    "name",
    "is_investable",
    "investor_kinds",
    "open_to_us_persons",
    "minimum_investment_dollar",
    YIELD,
    "management_fee_percent",
    "redeemable_by",
    "bridged_token_value_dollar",
  ],
  // Investable assets come first, largest first.
  sort: { field: "is_investable", direction: "desc" },
  perPage: 25,
} satisfies TableSpec;

/** Exceeds the number of assets in any catalog. */
const MOST_KNOWN = 1_000;

const facts: readonly string[] = [...filteredFlags, ...filteredValues, ...otherFacts];

const filters = section({
  queries: ({ search }) => ({
    ...countryQueries(chosenCountry(search)?.country, null),
    coverage: {
      rowsOf: "evidence_coverage",
      filter: {
        operator: "and",
        filters: [
          { field: "asset_class_slug", operator: "equals", value: null },
          { field: "field", operator: "in", value: facts },
        ],
      },
      pagination: { page: 1, perPage: facts.length },
      fields: ["field", "asset_count", "known_count", "none_count"],
    } as const,
    yields: {
      rowsOf: "assets",
      filter: { field: YIELD, operator: "notEquals", value: null },
      pagination: { page: 1, perPage: 1 },
      fields: ["id"],
    } as const,
    valued: {
      rowsOf: "assets",
      filter: {
        operator: "or" as const,
        filters: filteredValues.map((field) => ({
          field,
          operator: "in" as const,
          value: [...(fieldByName(assetsResource, field)?.values ?? [])],
        })),
      },
      pagination: { page: 1, perPage: MOST_KNOWN },
      fields: [...filteredValues],
    },
  }),
  render: ({ coverage, yields, valued, offered, excluded, unknown }, { search }) => (
    <InvestorFilters
      coverage={coverage.results}
      withYield={yields.pagination.resultCount}
      valued={valued.results}
      countryCounts={countryCounts({ offered, excluded, unknown })}
      search={search}
    />
  ),
});

/** Eligibility, availability by country and terms of assets. */
export const invest: Screen<Subject> = {
  isUndated: true,
  subject: rowsListed(
    offered,
    "Which assets are open to which investors, in which countries and on what terms: minimum, yield, fees and redemption.",
  ),
  header: {
    title: "Invest",
    actions: () => (
      <Link to="/investments" className={buttonClass({ size: "sm" })}>
        Live and upcoming offerings
      </Link>
    ),
  },
  sections: [],
  lead: [stack(filters, wholeTable(offered))],
  head: ({ description }) => ({ title: "Invest", description: description ?? "" }),
};
