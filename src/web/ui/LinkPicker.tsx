import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { SELECT_SEARCH_THRESHOLD } from "#domain";
import { buttonClass } from "./Button";
import { type LinkChoice, LinkChoices } from "./LinkChoices";
import "./linkPicker.css";

export type { LinkChoice };

export interface LinkPickerProps {
  label: string;
  choices: readonly LinkChoice[];
  value: string | undefined;
}

/**
 * One choice of many as a list of links that opens without scripts. With them, a long list is searched, and its
 * choices stand by topic with a sentence on each.
 */
export function LinkPicker({ label, choices, value }: LinkPickerProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // The sentences are on no page before somebody opens the list.
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  // An effect: it may have been opened before there was anything to hear that.
  useEffect(() => setOpen(details.current?.open === true), []);
  const close = () => details.current?.removeAttribute("open");
  const chosen = choices.find((choice) => choice.value === value);
  const shown = words.trim() === "" ? choices : choices.filter((choice) => isFound(choice, words));
  const isLong = open && choices.length > SELECT_SEARCH_THRESHOLD;
  const follow = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    details.current?.querySelector<HTMLAnchorElement>("ul a")?.click();
  };
  return (
    <details
      ref={details}
      className="link-picker"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        setWords("");
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !details.current?.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key }) => {
        if (key !== "Escape" || !details.current?.open) return;
        close();
        details.current.querySelector("summary")?.focus();
      }}
    >
      <summary className={buttonClass({ variant: "outline", size: "sm" })}>
        <span className="text-muted">{label}</span>
        <span>{chosen?.label ?? "Choose"}</span>
        <ChevronsUpDown className="size-3 text-muted" aria-hidden="true" />
      </summary>
      <div className="link-picker-panel">
        {isLong && (
          <input
            ref={focusByMouse}
            type="search"
            aria-label={`Search: ${label}`}
            placeholder="Search"
            autoComplete="off"
            spellCheck={false}
            value={words}
            onChange={({ target }) => setWords(target.value)}
            onKeyDown={follow}
          />
        )}
        <LinkChoices choices={shown} value={value} isDescribed={isLong} onChoose={close} />
        <p role="status" className={isLong && shown.length === 0 ? "px-2 py-1 text-muted" : "sr-only"}>
          {isLong && words.trim() !== "" && (shown.length === 0 ? "None found" : `${shown.length} found`)}
        </p>
      </div>
    </details>
  );
}

/** Where a finger opened the list, a keyboard on the screen would hide it. */
function focusByMouse(input: HTMLInputElement | null): void {
  if (input !== null && matchMedia("(hover: hover)").matches) input.focus();
}

/** Every word stands somewhere in the label, the topic or the sentence. */
const isFound = ({ label, topic, doc }: LinkChoice, words: string): boolean => {
  const text = `${label} ${topic ?? ""} ${doc ?? ""}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};
