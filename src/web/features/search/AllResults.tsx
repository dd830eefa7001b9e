import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { ArrowRight } from "lucide-react";
import { useEffect, useState } from "react";
import { isEqual } from "#domain/query";
import { resourceByName } from "#domain/resources";
import { hasScreen, pagePermission } from "#domain/screens";
import { accessTo } from "#domain/vocabulary";
import { useTrpc } from "../../rpc/useTrpc";
import { useCaller } from "../people/session/useCaller";

/** Milliseconds after the last key press before the count is requested. */
const TYPING_PAUSE = 200;

export interface AllResultsProps {
  /** Slug of the resource whose list has all results. */
  group: string;
  label: string;
  words: string;
  onChoose: (href: string) => void;
}

/**
 * Link to the list of all results, with their number; nothing if there are none or the list is not
 * accessible.
 */
export function AllResults({ group, label, words, onChoose }: AllResultsProps) {
  const path = `/${group}`;
  const opens = accessTo(pagePermission(path), useCaller()) === "allowed" && hasScreen(path);
  const [requestedWords, setRequestedWords] = useState(words);
  // Effect: delays the count until typing pauses.
  useEffect(() => {
    const timer = setTimeout(() => setRequestedWords(words), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  const hidden = resourceByName(group)?.listedIfKnown;
  const { data, isPlaceholderData } = useQuery({
    ...useTrpc().market.table.queryOptions({
      resource: group,
      query: {
        search: requestedWords,
        ...(hidden && { filter: isEqual(hidden, false) }),
        pagination: { page: 1, perPage: 1 },
        fields: ["id"],
      },
    }),
    placeholderData: keepPreviousData,
    enabled: opens,
  });
  const count = data?.pagination.resultCount;
  // The count of the previous search text is a placeholder only.
  const isOfWords = requestedWords === words && !isPlaceholderData;
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
