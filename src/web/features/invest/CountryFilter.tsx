import { lazy } from "react";
import { type FieldReference, refersTo } from "#domain/resources";
import { formatCount } from "#domain/text";
import { countryName } from "#domain/vocabulary";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { ANY } from "../table/ChoiceLinks";
import { FilterPopover } from "../table/filters/FilterPopover";
import { SearchLink } from "../table/query/SearchLink";
import type { TableSearch } from "../table/query/tableSearch";
import { useSearchPatch } from "../table/query/useSearchPatch";
import {
  type CountryCounts,
  choosingCountry,
  chosenCountry,
  countryResults,
  offersUnknown,
} from "./countryChoice";
import { FilterRow } from "./FactFilter";

const ReferenceSelect = lazy(() =>
  import("../table/filters/ReferenceSelect").then((module) => ({ default: module.ReferenceSelect })),
);

const countries: FieldReference = refersTo("jurisdiction", "country_code");

export interface CountryFilterProps {
  /** Assets with each result for the chosen country; null if none is chosen. */
  counts: CountryCounts | null;
  search: TableSearch;
}

/** Filters by the statements of public documents about a country: offered, excluded or unknown. */
export function CountryFilter({ counts, search }: CountryFilterProps) {
  const patch = useSearchPatch();
  const chosen = chosenCountry(search);
  const name = chosen && countryName(chosen.country);
  const [first] = countryResults;
  return (
    <FilterRow
      label="Investor’s country"
      note={
        counts === null
          ? ""
          : `Stated for ${counts.offered + counts.excluded} of ${counts.offered + counts.excluded + counts.unknown}`
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <FilterPopover title="Investor’s country" label={name ?? "Choose a country"}>
          {(close) => (
            <ReferenceSelect
              reference={countries}
              label="Country"
              value={chosen === undefined ? [] : [chosen.country]}
              onChange={(next) => {
                const country = next.find((one) => one !== chosen?.country);
                patch(choosingCountry(country === undefined ? null : { country, result: first.value }));
                close();
              }}
            />
          )}
        </FilterPopover>
        {chosen !== undefined && counts !== null && (
          <SegmentedControl
            label={`Offered in ${name}`}
            size="sm"
            value={chosen.result ?? ""}
            segments={[
              {
                value: ANY,
                label: "Any",
                name: `${name}: any`,
                link: <SearchLink patch={choosingCountry(null)} />,
              },
              ...countryResults.map(({ value: result, label }) => ({
                value: result,
                label: (
                  <>
                    {label}
                    <span className="ml-1 text-faint">{counts[result]}</span>
                  </>
                ),
                name: `${name}: ${label.toLowerCase()}, ${counts[result]} ${counts[result] === 1 ? "asset" : "assets"}`,
                link: <SearchLink patch={choosingCountry({ country: chosen.country, result })} />,
              })),
            ]}
          />
        )}
        {chosen !== undefined && counts !== null && offersUnknown(chosen.result, counts) && (
          <p className="text-muted text-sm">
            No public document states this for {name}.{" "}
            <SearchLink
              patch={choosingCountry({ country: chosen.country, result: "unknown" })}
              className="underline hover:text-ink"
            >
              Show the {formatCount(counts.unknown, "asset")} without a statement
            </SearchLink>
          </p>
        )}
      </div>
    </FilterRow>
  );
}
