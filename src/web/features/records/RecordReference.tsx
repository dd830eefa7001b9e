import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { RecordName } from "#domain/vocabulary";
import { useTrpc } from "../../rpc/useTrpc";
import { Select } from "../../ui/controls/Select";

const TYPING_PAUSE = 200;

export interface RecordReferenceProps {
  label: string;
  /** Kind of the referenced record. */
  record: RecordName;
  /** Id of the selected record; blank for none. */
  value: string;
  /** Its name when the form was opened. */
  called: string | null;
  hint: string | undefined;
  error: string | null;
  onChange: (value: string) => void;
}

/** Selects a record of another kind by name. Some are offered, and all are searched on the server. */
export function RecordReference({
  label,
  record,
  value,
  called,
  hint,
  error,
  onChange,
}: RecordReferenceProps) {
  const [words, setWords] = useState("");
  const [chosenLabel, setChosenLabel] = useState(called);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const { data, isFetching } = useQuery({
    ...useTrpc().records.options.queryOptions({ record, search: words === "" ? null : words }),
    placeholderData: keepPreviousData,
  });
  const options = (data?.options ?? []).map((one) => ({ value: String(one.id), label: one.label }));
  const chosen = options.find((option) => option.value === value)?.label ?? chosenLabel ?? value;
  return (
    <Select
      multiple
      closesOnChoice
      label={label}
      placeholder={data === undefined ? "Loading" : "Choose"}
      disabled={data === undefined}
      options={options}
      value={value === "" ? [] : [value]}
      hint={hint}
      error={error}
      // Single selection: the last choice wins.
      onChange={(next) => {
        const last = next.at(-1) ?? "";
        setChosenLabel(options.find((option) => option.value === last)?.label ?? null);
        onChange(last);
      }}
      remote={{
        onSearch: (next) => {
          clearTimeout(pause.current);
          pause.current = setTimeout(() => setWords(next.trim()), TYPING_PAUSE);
        },
        chosen: value === "" ? [] : [{ value, label: chosen }],
        note: isFetching ? "Searching…" : data?.isAll === false ? "Type to search for more." : null,
      }}
    />
  );
}
