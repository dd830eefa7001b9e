import { Link } from "@tanstack/react-router";
import { Card } from "../../ui/display/Card";
import { type CountryCounts, countryConditions, countryResults } from "./countryChoice";

export interface CountryResultsProps {
  /** ISO 3166-1 alpha-2 code. */
  country: string;
  name: string;
  /** Assets of the whole catalog with each result. */
  counts: CountryCounts;
}

/** Number of assets offered in a country, excluded there or neither, each with a link to the list. */
export const CountryResults = ({ country, name, counts }: CountryResultsProps) => (
  <Card
    title={`Who may invest: ${name}`}
    description="All assets in the catalog, as stated in public documents. Unknown does not count as excluded."
  >
    <dl className="grid grid-cols-3 gap-3">
      {countryResults.map(({ value, label }) => (
        <div key={value}>
          <dt className="text-muted text-sm">{label}</dt>
          <dd>
            <Link
              to="/invest"
              search={{ filters: countryConditions(country, value) }}
              aria-label={`${label} in ${name}: ${counts[value]} ${counts[value] === 1 ? "asset" : "assets"}`}
              className="inline-block min-h-6 font-medium text-lg underline hover:text-ink"
            >
              {counts[value].toLocaleString("en-US")}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  </Card>
);
