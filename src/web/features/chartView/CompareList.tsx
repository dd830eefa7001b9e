import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTrpc } from "../../rpc/useTrpc";
import { Checkbox } from "../../ui/Checkbox";
import { Spinner } from "../../ui/Spinner";
import { TextField } from "../../ui/TextField";
import type { CompareGroupsProps } from "./CompareGroups";
import { MAX_COMPARED } from "./chartSearch";
import { comparedGroupsQuery } from "./comparedGroups";

/** The groups that a chart can compare, found by words. Loaded when the list is opened. */
export function CompareList({ state, filter, onChange }: Omit<CompareGroupsProps, "clearedHref">) {
  const [words, setWords] = useState("");
  const sought = useDeferredValue(words);
  const { data } = useQuery({
    ...useTrpc().market.aggregates.queryOptions({
      resource: "tokens",
      query: comparedGroupsQuery({ filter, group: state.group, metric: state.metric, words: sought }),
    }),
    // What was found stays until the answer to what is typed is there.
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return <Spinner />;
  const groups = data.results.flatMap(({ group }) =>
    group.slug === null ? [] : [{ slug: group.slug, name: group.name }],
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
