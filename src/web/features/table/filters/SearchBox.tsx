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
  /** What is searched, such as "Networks". */
  label: string;
}

/** Searches while the reader types; without scripts, when the form is sent. */
export function SearchBox({ search, label }: SearchBoxProps) {
  const patch = useSearchPatch();
  const isLeaving = useIsLeaving();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const { q = "", ...others } = { ...search, ...firstPage };
  const [words, setWords] = useState(q);
  const [shown, setShown] = useState(q);
  /** What was asked for and is not in the address yet, in order. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (q !== shown) {
    setShown(q);
    setAsked(asked.slice(asked.indexOf(q) + 1));
    // Changed by other means, such as the back button, the address wins over what was typed;
    // an answer to what was typed here must not take away what was typed since.
    if (!asked.includes(q)) setWords(q);
  }
  const send = (next: string) => {
    clearTimeout(pause.current);
    setAsked((before) => (next === q ? [] : [...before, next]));
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
              // It would lead the reader back from where they have gone meanwhile.
              if (!isLeaving()) send(next.trim());
            }, TYPING_PAUSE);
          }}
        />
      </Form>
    </search>
  );
}
