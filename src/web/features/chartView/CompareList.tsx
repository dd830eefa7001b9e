import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTrpc } from "../../rpc/useTrpc";
import { Checkbox } from "../../ui/Checkbox";
import { Spinner } from "../../ui/Spinner";
import { TextField } from "../../ui/TextField";
import type { CompareGroupsProps } from "./CompareGroups";
import { MAX_COMPARED } from "./chartSearch";
import { comparedGroupsQuery, comparedSeriesQuery } from "./comparedGroups";
import { groupName } from "./groupChoices";

/** The groups that a chart can compare, found by words. Loaded when the list is opened. */
export function CompareList({ state, scope, onChange }: Omit<CompareGroupsProps, "clearedHref">) {
  const [words, setWords] = useState("");
  const sought = useDeferredValue(words);
  const { resource = "tokens", filter, asOf } = scope;
  const request = { resource, filter, group: state.group, metric: state.metric, words: sought };
  const { market } = useTrpc();
  const isTotalled = resource === "tokens";
  const totals = useQuery({
    ...market.aggregates.queryOptions({ resource: "tokens", query: comparedGroupsQuery(request) }),
    // What was found stays until the answer to what is typed is there.
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
  const groups = data.results.flatMap(({ group }) =>
    group.slug === null ? [] : [{ slug: group.slug, name: groupName(group, resource) }],
  );
  return (
    <div className="flex w-list-md flex-col gap-2">
      <TextField
        label="Search"
        hideLabel
        placeholder="Search"
        icon={<Search />}
        value={words}
        onChange={setWords}
      />
      <ul className="slim-scroll flex max-h-list-md flex-col gap-2 overflow-y-auto py-1">
        {groups.map(({ slug, name }) => {
          const chosen = state.compare.includes(slug);
          return (
            <li key={slug}>
              <Checkbox
                label={<span className="min-w-0 truncate">{name}</span>}
                checked={chosen}
                disabled={!chosen && state.compare.length >= MAX_COMPARED}
                onChange={(checked) =>
                  onChange(
                    checked ? [...state.compare, slug] : state.compare.filter((other) => other !== slug),
                  )
                }
              />
            </li>
          );
        })}
        {groups.length === 0 && <li className="text-muted">No matches.</li>}
      </ul>
    </div>
  );
}
