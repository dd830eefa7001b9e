import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { GitCompare, Search, X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { type Filter, groupingByName } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { Button, buttonClass } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { Popover } from "../../ui/Popover";
import { Spinner } from "../../ui/Spinner";
import { TextField } from "../../ui/TextField";
import { type ChartState, MAX_COMPARED } from "./chartSearch";
import { comparedGroupsQuery } from "./comparedGroups";

export interface CompareGroupsProps {
  state: ChartState;
  /** Which tokens the chart is about; null for all. */
  filter: Filter | null;
  onChange: (compared: readonly string[]) => void;
  /** Address of the view without a comparison. */
  clearedHref: string;
}

/** Chooses the groups that a chart compares; without a choice it shows the largest. */
export function CompareGroups({ state, filter, onChange, clearedHref }: CompareGroupsProps) {
  const [open, setOpen] = useState(false);
  const count = state.compare.length;
  const label = groupingByName(state.group)?.label.toLowerCase() ?? "group";
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Popover
        title={`Compare by ${label}`}
        align="start"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button size="sm" className="js-only">
            <GitCompare aria-hidden="true" className="size-3.5" />
            {count === 0 ? "Compare" : `Comparing ${count}`}
          </Button>
        }
      >
        <GroupList state={state} filter={filter} onChange={onChange} />
      </Popover>
      {count > 0 && (
        <a
          href={clearedHref}
          onClick={(event) => {
            event.preventDefault();
            onChange([]);
          }}
          className={buttonClass({ variant: "secondary", size: "sm" })}
        >
          <X aria-hidden="true" className="size-3.5" />
          Show the largest
        </a>
      )}
    </span>
  );
}

function GroupList({ state, filter, onChange }: Omit<CompareGroupsProps, "clearedHref">) {
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
