import { lazy } from "react";
import { type FieldReference, refersTo } from "#domain";
import { changedAs } from "../../ui/controls/changedAs";
import { FilterPopover } from "../table/filters/FilterPopover";
import { choosing, conditionOn } from "../table/filters/oneCondition";
import type { TableSearch } from "../table/query/tableSearch";
import { useSearchPatch } from "../table/query/useSearchPatch";
import { FilterRow, knownOf } from "./FactFilter";

const ReferenceSelect = lazy(() =>
  import("../table/filters/ReferenceSelect").then((module) => ({ default: module.ReferenceSelect })),
);

const EXCLUDED = ["excluded_countries", "not-in"] as const;
const countries: FieldReference = refersTo("jurisdiction", "country_code");

export interface CountryFilterProps {
  /** For how many of how many assets excluded countries are known. */
  known: number;
  assets: number;
  search: TableSearch;
}

function chosenIn(search: TableSearch): string[] {
  const value = conditionOn(search, ...EXCLUDED);
  return (Array.isArray(value) ? value : []).map(String);
}

/** Leaves out what is known not to be offered in a reader's country. Where nothing is known, the asset stays. */
export function CountryFilter({ known, assets, search }: CountryFilterProps) {
  const patch = useSearchPatch();
  const chosen = chosenIn(search);
  return (
    <FilterRow label="Investor’s country" note={knownOf(known, assets)}>
      <FilterPopover
        title="Hide assets not offered in"
        label={chosen.length === 0 ? "Choose countries" : `${chosen.length} chosen`}
      >
        {() => (
          <ReferenceSelect
            reference={countries}
            value={chosen}
            onChange={(next) =>
              patch((asked) => {
                const left = changedAs(chosenIn(asked), chosen, next);
                return choosing(EXCLUDED, left.length === 0 ? undefined : left)(asked);
              })
            }
          />
        )}
      </FilterPopover>
    </FilterRow>
  );
}
