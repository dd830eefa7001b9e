import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useIsLeaving } from "../../../ui/controls/useShownPath";
import { Form } from "../../../ui/forms/Form";
import { TextField } from "../../../ui/forms/TextField";
import { firstPage, type TableSearch } from "../query/tableSearch";
import { useSearchPatch } from "../query/useSearchPatch";

const TYPING_PAUSE = 250;

export interface SearchBoxProps {
  search: TableSearch;
  /** Plural name of the searched rows, such as "Networks". */
  label: string;
}

/** Searches while the reader types; without scripts, on submit. */
export function SearchBox({ search, label }: SearchBoxProps) {
  const patch = useSearchPatch();
  const isLeaving = useIsLeaving();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const { q = "", ...others } = { ...search, ...firstPage };
  const [words, setWords] = useState(q);
  const [shown, setShown] = useState(q);
  /** Search texts that were sent and are not in the URL yet, in order. */
  const [pending, setPending] = useState<readonly string[]>([]);
  if (q !== shown) {
    setShown(q);
    setPending(pending.slice(pending.indexOf(q) + 1));
    // A change by other means, such as the back button, overrides the typed text; the navigation to an
    // earlier search text must not remove newer input.
    if (!pending.includes(q)) setWords(q);
  }
  const send = (next: string) => {
    clearTimeout(pause.current);
    setPending((before) => (next === q ? [] : [...before, next]));
    patch({ q: next === "" ? undefined : next }, { replace: true });
  };
  return (
    <search className="max-sm:basis-full">
      <Form
        plain
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
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
            pause.current = setTimeout(() => {
              // A search at this point would interrupt the navigation to another page.
              if (!isLeaving()) send(next.trim());
            }, TYPING_PAUSE);
          }}
        />
      </Form>
    </search>
  );
}
