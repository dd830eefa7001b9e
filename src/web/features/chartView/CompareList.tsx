import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { groupName } from "#domain/resources";
import { useTrpc } from "../../rpc/useTrpc";
import { Spinner } from "../../ui/display/Spinner";
import { ChoiceList } from "../../ui/forms/ChoiceList";
import type { CompareGroupsProps } from "./CompareGroups";
import { MAX_COMPARED } from "./chartSearch";
import { comparedGroupsQuery, comparedSeriesQuery } from "./comparedGroups";

/** Searchable list of comparable groups. Loaded when the list is opened. */
export function CompareList({
  state,
  scope,
  onChange,
}: Omit<CompareGroupsProps, "onNavigate" | "clearedHref">) {
  const [words, setWords] = useState("");
  const sought = useDeferredValue(words);
  const { compare } = state;
  const { resource = "tokens", filter, asOf } = scope;
  const request = { resource, filter, group: state.group, metric: state.metric, words: sought };
  const { market } = useTrpc();
  const isTotalled = resource === "tokens";
  const totals = useQuery({
    ...market.aggregates.queryOptions({ resource: "tokens", query: comparedGroupsQuery(request) }),
    // Previous results stay visible while new ones load.
    placeholderData: keepPreviousData,
    enabled: isTotalled,
  });
  const series = useQuery({
    ...market.series.queryOptions({ resource, query: comparedSeriesQuery(request, asOf) }),
    placeholderData: keepPreviousData,
    enabled: !isTotalled,
  });
  const { data } = isTotalled ? totals : series;
  if (data === undefined) return <Spinner />;
  const choices = data.results.flatMap(({ group }) => {
    const { slug } = group;
    if (slug === null) return [];
    const checked = compare.includes(slug);
    return {
      name: slug,
      label: groupName(group, resource),
      checked,
      disabled: !checked && compare.length >= MAX_COMPARED,
      onChange: (next: boolean) =>
        onChange(next ? [...compare, slug] : compare.filter((other) => other !== slug)),
    };
  });
  return (
    <div className="flex w-list-md flex-col gap-2">
      <ChoiceList label="Search" words={words} onWords={setWords} choices={choices} />
    </div>
  );
}
