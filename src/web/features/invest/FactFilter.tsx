import type { ReactNode } from "react";
import { ANY, ChoiceLinks, ValueChoice } from "../table/ChoiceLinks";
import { conditionOn } from "../table/filters/oneCondition";
import type { TableSearch } from "../table/query/tableSearch";
import { type AnswerCounts, answers } from "./factChoice";

/** A named row of filters for one fact. */
export const FilterRow = ({
  label,
  note,
  children,
}: {
  label: string;
  note: string;
  children: ReactNode;
}) => (
  <div className="min-w-0">
    <dt className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="font-medium text-md">{label}</span>
      <span className="text-faint text-sm">{note}</span>
    </dt>
    <dd className="mt-1 min-w-0">{children}</dd>
  </div>
);

export interface FactFilterProps {
  field: { name: string; label: string };
  counts: AnswerCounts;
  search: TableSearch;
}

/** Filters by a fact that is true, false or unknown, each with its count. */
export function FactFilter({ field: { name, label }, counts, search }: FactFilterProps) {
  const on = [name, "equals"] as const;
  const value = conditionOn(search, ...on);
  const chosen = answers.find(({ is }) => is === value)?.value ?? ANY;
  const { yes, no, unknown } = counts;
  return (
    <FilterRow label={label} note={knownOf(yes + no, yes + no + unknown)}>
      <ChoiceLinks
        label={label}
        on={on}
        chosen={chosen}
        choices={answers.map(({ value: answer, label: words, is }) => ({
          value: answer,
          is,
          name: `${words.toLowerCase()}, ${counts[answer]} ${counts[answer] === 1 ? "asset" : "assets"}`,
          label: (
            <>
              {words}
              <span className="ml-1 text-faint">{counts[answer]}</span>
            </>
          ),
        }))}
      />
    </FilterRow>
  );
}

export interface ValueFilterProps {
  field: { name: string; label: string; values: readonly string[] };
  /** Number of assets with a known value, and of all assets. */
  known: number;
  assets: number;
  /** Number of assets by value. */
  counts: ReadonlyMap<string, number>;
  search: TableSearch;
}

/** Filters by one of the known values. */
export const ValueFilter = ({ field, known, assets, counts, search }: ValueFilterProps) => (
  <FilterRow label={field.label} note={knownOf(known, assets)}>
    <ValueChoice field={field} countOf={(value) => counts.get(value) ?? 0} search={search} />
  </FilterRow>
);

export const knownOf = (known: number, assets: number): string => `Known for ${known} of ${assets}`;
