import { Search } from "lucide-react";
import { useRef, useState } from "react";
import { TextField } from "../../ui/TextField";
import type { TableSearch } from "./tableSearch";
import { useSearchPatch } from "./useSearchPatch";

const TYPING_PAUSE = 250;

export interface SearchBoxProps {
  search: TableSearch;
  /** What is searched, such as "Networks". */
  label: string;
}

/** Searches while the reader types; without scripts, when the form is sent. */
export function SearchBox({ search, label }: SearchBoxProps) {
  const patch = useSearchPatch();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { q = "", page: _, ...others } = search;
  const [words, setWords] = useState(q);
  const [sent, setSent] = useState(q);
  // The address changed by other means, such as the back button: it wins over what was typed.
  if (q !== sent) {
    setSent(q);
    setWords(q);
  }
  const send = (next: string) => {
    setSent(next);
    patch({ q: next === "" ? undefined : next, page: undefined }, { replace: true });
  };
  return (
    <search className="max-sm:basis-full">
      <form
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          clearTimeout(pause.current);
          send(words.trim());
        }}
      >
        {Object.entries(others)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => (
            <input
              key={name}
              type="hidden"
              name={name}
              value={typeof value === "string" ? value : JSON.stringify(value)}
            />
          ))}
        <TextField
          label={`Search ${label}`}
          hideLabel
          type="search"
          name="q"
          size="sm"
          placeholder={`Search ${label.toLowerCase()}`}
          icon={<Search />}
          value={words}
          autoComplete="off"
          onChange={(next) => {
            setWords(next);
            clearTimeout(pause.current);
            pause.current = setTimeout(() => send(next.trim()), TYPING_PAUSE);
          }}
        />
      </form>
    </search>
  );
}
