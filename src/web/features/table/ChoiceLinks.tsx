import type { ReactNode } from "react";
import type { FilterValue } from "#domain";
import { SegmentedControl } from "../../ui/SegmentedControl";
import { choosing } from "./oneCondition";
import { SearchLink } from "./SearchLink";
import type { Condition, TableSearch } from "./tableSearch";

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
  search: TableSearch;
  choices: readonly Choice[];
  chosen: string;
}

/** A choice of one, as links: the address holds it. */
export const ChoiceLinks = ({ label, on, search, choices, chosen }: ChoiceLinksProps) => (
  <SegmentedControl
    label={label}
    size="sm"
    value={chosen}
    segments={[
      {
        value: ANY,
        label: "Any",
        name: `${label}: any`,
        link: <SearchLink patch={choosing(search, on, undefined)} />,
      },
      ...choices.map(({ is, name, ...choice }) => ({
        ...choice,
        name: `${label}: ${name}`,
        link: <SearchLink patch={choosing(search, on, is)} />,
      })),
    ]}
  />
);
