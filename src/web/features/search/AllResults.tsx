import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { ArrowRight } from "lucide-react";
import { useEffect, useState } from "react";
import { accessTo, hasScreen, isEqual, pagePermission, resourceByName } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { useCaller } from "../people/session/useCaller";

/** So long after the last letter the list is asked how much it has. */
const TYPING_PAUSE = 200;

export interface AllResultsProps {
  /** Slug of the resource whose list has all of them. */
  group: string;
  label: string;
  words: string;
  onChoose: (href: string) => void;
}

/** Opens the list of all that matches, with the number that the list has; nothing where it has none or does not open. */
export function AllResults({ group, label, words, onChoose }: AllResultsProps) {
  const path = `/${group}`;
  const opens = accessTo(pagePermission(path), useCaller()) === "allowed" && hasScreen(path);
  const [asked, setAsked] = useState(words);
  // An effect: nobody counts what is still being typed.
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  const hidden = resourceByName(group)?.listedIfKnown;
  const { data, isPlaceholderData } = useQuery({
    ...useTrpc().market.table.queryOptions({
      resource: group,
      query: {
        search: asked,
        ...(hidden && { filter: isEqual(hidden, false) }),
        pagination: { page: 1, perPage: 1 },
        fields: ["id"],
      },
    }),
    placeholderData: keepPreviousData,
    enabled: opens,
  });
  const count = data?.pagination.resultCount;
  // The number of words that have been typed over is kept for its place alone.
  const isOfWords = asked === words && !isPlaceholderData;
  if (!opens || count === undefined || (count === 0 && isOfWords)) return null;
  return (
    <Command.Item
      value={`all ${group}`}
      onSelect={() => onChoose(`${path}?${new URLSearchParams({ q: words })}`)}
      className="flex min-h-9 cursor-default select-none items-center gap-2 rounded-md px-2 py-1.5 text-accent text-md data-[selected=true]:bg-hover"
    >
      <span className="min-w-0 flex-1 truncate">
        All {isOfWords && `${count.toLocaleString("en-US")} `}
        {label.toLowerCase()} matching “{words}”
      </span>
      <ArrowRight aria-hidden="true" className="size-3.5 shrink-0" />
    </Command.Item>
  );
}
