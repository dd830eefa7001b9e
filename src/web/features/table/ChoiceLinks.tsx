import type { ReactNode } from "react";
import { type FilterValue, wordsOfValue } from "#domain";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { choosing, conditionOn } from "./filters/oneCondition";
import { SearchLink } from "./query/SearchLink";
import type { Condition, TableSearch } from "./query/tableSearch";

/** The choice that leaves out no row. */
export const ANY = "any";

export interface Choice {
  value: string;
  label: ReactNode;
  /** What a screen reader says beside the label of the filter. */
  name: string;
  is: FilterValue;
}

export interface ChoiceLinksProps {
  label: string;
  on: readonly [string, Condition[1]];
  choices: readonly Choice[];
  chosen: string;
}

/** A choice of one, as links: the address holds it. */
export const ChoiceLinks = ({ label, on, choices, chosen }: ChoiceLinksProps) => (
  <SegmentedControl
    label={label}
    size="sm"
    value={chosen}
    segments={[
      {
        value: ANY,
        label: "Any",
        name: `${label}: any`,
        link: <SearchLink patch={choosing(on, undefined)} />,
      },
      ...choices.map(({ is, name, ...choice }) => ({
        ...choice,
        name: `${label}: ${name}`,
        link: <SearchLink patch={choosing(on, is)} />,
      })),
    ]}
  />
);

export interface ValueChoiceProps {
  field: { name: string; label: string; values: readonly string[] | null };
  /** What its values are called. Default: their words. */
  nameOf?: (value: string) => string;
  /** How many assets have a value. Default: no counts. */
  countOf?: (value: string) => number;
  search: TableSearch;
}

/** Chooses one of the values of a field. */
export function ValueChoice({
  field: { name, label, values },
  nameOf = wordsOfValue,
  countOf,
  search,
}: ValueChoiceProps) {
  const on = [name, "in"] as const;
  const value = conditionOn(search, ...on);
  const [first, ...more] = Array.isArray(value) ? value : [];
  return (
    <ChoiceLinks
      label={label}
      on={on}
      chosen={value === undefined ? ANY : more.length === 0 ? String(first) : ""}
      choices={(values ?? []).map((one) => {
        const [name, count] = [nameOf(one), countOf?.(one)];
        return {
          value: one,
          label: (
            <>
              {name}
              {count !== undefined && <span className="ml-1 text-faint">{count}</span>}
            </>
          ),
          name: count === undefined ? name : `${name}, ${count} ${count === 1 ? "asset" : "assets"}`,
          is: [one],
        };
      })}
    />
  );
}
