import type { ResourceRow } from "#domain/api";
import { type FieldName, fieldByName, resourceByName } from "#domain/resources";
import { Card } from "../../ui/display/Card";
import type { TableSearch } from "../table/query/tableSearch";
import { CountryFilter } from "./CountryFilter";
import type { CountryCounts } from "./countryChoice";
import { FactFilter, ValueFilter } from "./FactFilter";
import { answerCounts, valueCounts } from "./factChoice";

/** Facts that are true, false or unknown, in the order of relevance to an investor. */
export const filteredFlags = [
  "is_investable",
  "open_to_retail",
  "open_to_us_persons",
  "kyc_required",
  "is_redeemable",
  "charges_management_fee",
  "charges_redemption_fee",
] as const satisfies readonly FieldName<"assets">[];

/** Facts with a set of values to filter by. */
export const filteredValues = [
  "investor_kinds",
  "redeemable_by",
] as const satisfies readonly FieldName<"assets">[];

/** Facts in the table, for which the page shows the number of assets with a known value. */
export const otherFacts = [
  "excluded_countries",
  "offered_countries",
  "minimum_investment_dollar",
  "management_fee_percent",
  "redemption_settlement",
  "redemption_minimum",
] as const satisfies readonly FieldName<"assets">[];

export interface InvestorFiltersProps {
  /** Coverage rows of the full catalog, by field. */
  coverage: readonly ResourceRow[];
  /** Number of assets with a known yield. */
  withYield: number;
  /** Assets with a known value of at least one field. */
  valued: readonly ResourceRow[];
  /** Assets with each result for the chosen country; null if none is chosen. */
  countryCounts: CountryCounts | null;
  search: TableSearch;
}

/** Filters by eligibility and terms. Facts that no document states are unknown, never shown as no. */
export function InvestorFilters({
  coverage,
  withYield,
  valued,
  countryCounts,
  search,
}: InvestorFiltersProps) {
  const assets = resourceByName("assets");
  const ofField = new Map(coverage.map((row) => [String(row.field), row]));
  const fieldOf = (name: string) => (assets === undefined ? [] : (fieldByName(assets, name) ?? []));
  const known = (name: string) => Number(ofField.get(name)?.known_count ?? 0);
  const all = Number(coverage[0]?.asset_count ?? 0);
  const rest = otherFacts.flatMap(fieldOf).map(({ name, label }) => `${label} ${known(name)}`);
  return (
    <Card
      title="Who may invest"
      description="Yes and No are as stated in public documents. Unknown does not count as No."
      footer={`Coverage, of ${all} assets: ${[...rest, `30-day APY ${withYield}`].join(" · ")}`}
    >
      <dl className="grid gap-x-6 gap-y-3 md:grid-cols-2 xl:grid-cols-3">
        {filteredFlags.flatMap(fieldOf).map((field) => (
          <FactFilter
            key={field.name}
            field={field}
            counts={answerCounts(ofField.get(field.name))}
            search={search}
          />
        ))}
        <CountryFilter counts={countryCounts} search={search} />
        {filteredValues.flatMap(fieldOf).map(({ name, label, values }) => (
          <ValueFilter
            key={name}
            field={{ name, label, values: values ?? [] }}
            known={known(name)}
            assets={all}
            counts={valueCounts(valued, name)}
            search={search}
          />
        ))}
      </dl>
    </Card>
  );
}
