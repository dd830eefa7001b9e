import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouteContext } from "@tanstack/react-router";
import { Command } from "cmdk";
import { CornerDownLeft, History, Search } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import * as v from "valibot";
import { type SearchGroup, type SearchItem, searchGroupsOfPages } from "#domain/screens";
import { useTrpc } from "../../rpc/useTrpc";
import { Spinner } from "../../ui/display/Spinner";
import { useCaller } from "../people/session/useCaller";
import { AllResults } from "./AllResults";
import { createSearchIndex, type HitGroup } from "./createSearchIndex";

const SEARCH_ERROR = "An error occurred while fetching initial search state";

interface SearchGroups {
  groups: SearchGroup[];
  state: "loading" | "loaded" | "error";
}

/** Searchable groups: pages immediately, all others once they are fetched. */
function useSearchGroups(): SearchGroups {
  const caller = useCaller();
  const { hiddenPaths } = useRouteContext({ from: "__root__", select: (context) => context.site });
  const { data, isError } = useQuery({
    ...useTrpc().search.getInitialSearchGroups.queryOptions(),
    // Thousands of entries, which only the browser needs.
    meta: { dehydrate: false },
  });
  return useMemo(
    () => ({
      groups: data ?? searchGroupsOfPages(caller, hiddenPaths),
      state: data ? "loaded" : isError ? "error" : "loading",
    }),
    [data, isError, caller, hiddenPaths],
  );
}

const KEY = "cadastre.recentSearches";
const MAX_RECENT = 6;

const recentSchema = v.array(
  v.object({ label: v.string(), sublabel: v.string(), href: v.pipe(v.string(), v.startsWith("/")) }),
);
type RecentItem = v.InferOutput<typeof recentSchema>[number];

/** Adds an item: newest first, each address once. */
export const withRecent = (recent: readonly RecentItem[], item: RecentItem): RecentItem[] =>
  [item, ...recent.filter((known) => known.href !== item.href)].slice(0, MAX_RECENT);

/** Items opened from the search in this browser, newest first. */
function readRecentItems(): SearchItem[] {
  try {
    return v
      .parse(recentSchema, JSON.parse(localStorage.getItem(KEY) ?? "[]"))
      .map((item) => ({ ...item, keywords: [], addresses: [] }));
  } catch {
    return [];
  }
}

function rememberItem({ label, sublabel, href }: SearchItem): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withRecent(readRecentItems(), { label, sublabel, href })));
  } catch {
    // storage is blocked: nothing is stored
  }
}

/** A text with its matches marked. `ranges` are pairs of offsets. */
function Highlighted({ text, ranges }: { text: string; ranges: readonly number[] }) {
  const parts: { text: string; matched: boolean; from: number }[] = [];
  let end = 0;
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    const [from, to] = [ranges[i] ?? 0, Math.min(ranges[i + 1] ?? 0, text.length)];
    if (from > end) parts.push({ text: text.slice(end, from), matched: false, from: end });
    if (to > from) parts.push({ text: text.slice(from, to), matched: true, from });
    end = Math.max(end, to);
  }
  if (end < text.length) parts.push({ text: text.slice(end), matched: false, from: end });
  return parts.map((part) =>
    part.matched ? (
      <mark key={part.from} className="bg-transparent font-semibold text-accent">
        {part.text}
      </mark>
    ) : (
      <span key={part.from}>{part.text}</span>
    ),
  );
}

export interface SearchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Entries of a group while the search is empty. */
const SUGGESTED_PER_GROUP = 5;

/** The global search: type, select with the arrow keys, open with Enter. */
export function SearchDialog({ open, onOpenChange }: SearchDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-3 sm:pt-24">
          <Dialog.Popup className="flex max-h-[min(38rem,calc(100dvh-var(--spacing)*6))] w-full max-w-md flex-col overflow-hidden rounded-xl bg-raised shadow-overlay outline-none transition-[opacity,scale] duration-100 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
            <Dialog.Title className="sr-only">Search</Dialog.Title>
            <Palette onDone={() => onOpenChange(false)} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const { groups, state } = useSearchGroups();
  const index = useMemo(() => createSearchIndex(groups), [groups]);
  const [query, setQuery] = useState("");
  const [remembered] = useState(readRecentItems);
  // A recent item can be removed or not accessible to this visitor: only items of the index are offered
  // again.
  const recent = useMemo(() => {
    const known = new Set(groups.flatMap(({ items }) => items.map((item) => item.href)));
    return remembered.filter((item) => known.has(item.href));
  }, [remembered, groups]);
  // Typing has priority; the list follows.
  const searched = useDeferredValue(query);
  const found = useMemo(() => index.search(searched), [index, searched]);
  const suggested = useMemo(
    (): HitGroup[] =>
      groups.map(({ id, label, items }) => ({
        id,
        label,
        count: items.length,
        hits: items.slice(0, SUGGESTED_PER_GROUP).map((item) => ({ item, ranges: [] })),
      })),
    [groups],
  );
  const isBlank = searched.trim() === "";
  const shown = isBlank ? suggested : found;
  const first = isBlank && recent[0] ? recentId(recent[0]) : firstId(shown);
  const [chosen, setChosen] = useState("");
  // Enter opens the first result unless another one is selected.
  useEffect(() => setChosen(first), [first]);
  const palette = useRef<HTMLDivElement>(null);
  // The library sets the active option for screen readers before the list is rendered, which can be the
  // previous one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read from the DOM, which is rendered from these.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const active = palette.current?.querySelector('[role="option"][aria-selected="true"]');
      if (active) palette.current?.querySelector("input")?.setAttribute("aria-activedescendant", active.id);
    });
    return () => cancelAnimationFrame(frame);
  }, [chosen, shown]);
  const count = found.reduce((sum, group) => sum + group.count, 0);
  const listed = found.reduce((sum, group) => sum + group.hits.length, 0);

  const open = (href: string) => {
    onDone();
    void navigate({ href });
  };
  const go = (item: SearchItem) => {
    rememberItem(item);
    open(item.href);
  };

  return (
    <Command
      ref={palette}
      label="Search"
      shouldFilter={false}
      loop
      value={chosen}
      onValueChange={setChosen}
      className="flex min-h-0 flex-col"
    >
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Assets, tokens, contract addresses, networks, issuers, pages…"
          className="h-control-xl w-full min-w-0 bg-transparent text-lg outline-none placeholder:text-faint"
        />
        {state === "loading" && <Spinner label="Loading search" />}
      </div>
      {state === "error" && (
        <p role="alert" className="border-b bg-negative-soft px-4 py-2 text-negative text-md">
          {SEARCH_ERROR}
        </p>
      )}
      <p role="status" className="sr-only">
        {isBlank || (count === 0 && state === "loading")
          ? ""
          : count === 0
            ? "Nothing found"
            : `${count} ${count === 1 ? "result" : "results"}${listed < count ? `; the best ${listed} are shown` : ""}`}
      </p>
      <Command.List
        label="Results"
        // The list shows results of an earlier text until it is updated.
        aria-busy={searched !== query}
        className="slim-scroll min-h-0 overflow-y-auto overscroll-contain p-2"
      >
        {isBlank && recent.length > 0 && (
          <Command.Group heading="Recent" className={groupClass}>
            {recent.map((item) => (
              <Entry key={item.href} id={recentId(item)} item={item} ranges={[]} onChoose={go} isRecent />
            ))}
          </Command.Group>
        )}
        {shown.map(({ id, label, hits, count: total }) => (
          <Command.Group key={id} heading={label} className={groupClass}>
            {hits.map(({ item, ranges }) => (
              <Entry
                key={identity(item)}
                id={entryId(id, item)}
                item={item}
                heading={label}
                ranges={ranges}
                onChoose={go}
              />
            ))}
            {!isBlank && total > hits.length && (
              <AllResults group={id} label={label} words={searched.trim()} onChoose={open} />
            )}
          </Command.Group>
        ))}
        {!isBlank && count === 0 && state !== "loading" && (
          <div className="px-4 py-10 text-center text-md text-muted">
            No results for “{searched.trim()}”. Try a name, a ticker or a contract address.
          </div>
        )}
      </Command.List>
      <div
        aria-hidden="true"
        className="flex flex-wrap gap-x-4 gap-y-1 border-t px-4 py-2 text-faint text-sm max-sm:hidden"
      >
        <span>↑ ↓ to choose</span>
        <span>Enter to open</span>
        <span>Esc to close</span>
      </div>
    </Command>
  );
}

/** Tokens of one asset lead to the same page and can have the same name; their addresses differ. */
const identity = ({ href, label, sublabel, addresses }: SearchItem) =>
  [href, label, sublabel, ...addresses].join(" ");

const entryId = (group: string, item: SearchItem) => `${group} ${identity(item)}`;
const recentId = (item: SearchItem) => entryId("recent", item);

function firstId([group]: readonly HitGroup[]): string {
  const hit = group?.hits[0];
  return group && hit ? entryId(group.id, hit.item) : "";
}

const groupClass =
  "not-first:mt-2 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs";

interface EntryProps {
  /** Unique id in the list. */
  id: string;
  item: SearchItem;
  /** Heading of the group, not repeated in the entry. */
  heading?: string;
  ranges: readonly number[];
  onChoose: (item: SearchItem) => void;
  isRecent?: boolean;
}

const Entry = ({ id, item, heading, ranges, onChoose, isRecent = false }: EntryProps) => (
  <Command.Item
    value={id}
    onSelect={() => onChoose(item)}
    className="group flex min-h-9 cursor-default select-none items-center gap-2 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover"
  >
    {isRecent && <History aria-hidden="true" className="size-3.5 shrink-0 text-faint" />}
    <span className="min-w-0 flex-1 break-words text-md">
      <Highlighted text={item.label} ranges={ranges} />
      {item.sublabel && item.sublabel !== heading && (
        <span className="ml-2 text-muted text-sm">{item.sublabel}</span>
      )}
    </span>
    <CornerDownLeft
      aria-hidden="true"
      className="size-3.5 shrink-0 text-faint opacity-0 group-data-[selected=true]:opacity-100"
    />
  </Command.Item>
);
