import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FieldReference } from "#domain/resources";
import { SELECT_SEARCH_THRESHOLD } from "#domain/vocabulary";
import { useTrpc } from "../../../rpc/useTrpc";
import { Select, type SelectOption } from "../../../ui/controls/Select";
import { optionsOf, optionsQuery } from "../query/referenceOptions";

const TYPING_PAUSE = 200;

export interface ReferenceSelectProps {
  /** The reference whose values are selected. */
  reference: FieldReference;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Default: "Values". */
  label?: string;
  hideLabel?: boolean;
  className?: string;
}

/** Selects rows of a resource by name. The largest are offered, and all are searched on the server. */
export function ReferenceSelect({
  reference,
  value,
  onChange,
  label = "Values",
  ...look
}: ReferenceSelectProps) {
  const [typed, setTyped] = useState("");
  const [words, setWords] = useState("");
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  // Names of selected rows stay available when the list shows others.
  const [seen, setSeen] = useState<ReadonlyMap<string, SelectOption>>(new Map());
  const table = useTrpc().market.table;
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...table.queryOptions(optionsQuery(reference, words)),
    placeholderData: keepPreviousData,
  });
  const known = optionsOf(reference, data?.results ?? []);
  // Until the response arrives, the known rows that match are shown.
  const isBehind = typed !== words || isPlaceholderData;
  const options = isBehind
    ? known.filter((option) => option.label.toLowerCase().includes(typed.toLowerCase()))
    : known;
  const left = (data?.pagination.resultCount ?? 0) - (data?.results.length ?? 0);
  const isSearched = typed !== "" || words !== "" || left > 0 || known.length > SELECT_SEARCH_THRESHOLD;
  return (
    <Select
      multiple
      {...look}
      label={label}
      placeholder={data === undefined ? "Loading" : "Choose"}
      // If it opened before its options are known, it would close when they become searchable.
      disabled={data === undefined}
      options={options}
      value={value}
      onChange={(next) => {
        const named = new Map([...seen, ...known.map((option) => [option.value, option] as const)]);
        setSeen(new Map(next.flatMap((one) => [[one, named.get(one) ?? { value: one, label: one }]])));
        onChange(next);
      }}
      remote={
        isSearched
          ? {
              onSearch: (next) => {
                clearTimeout(pause.current);
                setTyped(next.trim());
                pause.current = setTimeout(() => setWords(next.trim()), TYPING_PAUSE);
              },
              chosen: value.map((one) => seen.get(one) ?? { value: one, label: one }),
              note:
                isFetching || isBehind
                  ? "Searching…"
                  : left > 0
                    ? `${left.toLocaleString("en-US")} more: type to find them.`
                    : null,
            }
          : undefined
      }
    />
  );
}
