import type { ReactNode } from "react";
import type { FilterValue } from "#domain/query";
import { wordsOfValue } from "#domain/vocabulary";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { choosing, conditionOn } from "./filters/oneCondition";
import { SearchLink } from "./query/SearchLink";
import type { Condition, TableSearch } from "./query/tableSearch";

/** Value of the choice without a condition. */
export const ANY = "any";

export interface Choice {
  value: string;
  label: ReactNode;
  /** Accessible name of the choice, in addition to its label. */
  name: string;
  is: FilterValue;
}

export interface ChoiceLinksProps {
  label: string;
  on: readonly [string, Condition[1]];
  choices: readonly Choice[];
  chosen: string;
}

/** A single choice as links; its value is in the URL. */
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
  /** Label of a value. Default: the value as text. */
  nameOf?: (value: string) => string;
  /** Number of assets by value. Default: no counts. */
  countOf?: (value: string) => number;
  search: TableSearch;
}

/** Selects one of the values of a field. */
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
