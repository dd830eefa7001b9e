import clsx from "clsx";
import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { SELECT_SEARCH_THRESHOLD } from "#domain/vocabulary";
import { buttonClass } from "./Button";
import { type LinkChoice, LinkChoices } from "./LinkChoices";
import "./linkPicker.css";

/**
 * Item that a key focuses in a list of links or commands: arrows wrap around, Home and End go to the ends, a
 * letter to the next item that starts with it.
 *
 * @param focused index of the focused item; -1 for none
 * @returns the index of an item; null for other keys
 */
export function itemForKey(key: string, focused: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (focused + 1) % count;
    case "ArrowUp":
      return focused <= 0 ? count - 1 : focused - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
  }
  if ([...key].length !== 1 || key.trim() === "") return null;
  const letter = key.toLowerCase();
  const ahead = labels.map((_, index) => (focused + 1 + index) % count);
  return ahead.find((index) => labels[index]?.trim().toLowerCase().startsWith(letter)) ?? null;
}

export type { LinkChoice };

export interface LinkPickerProps {
  label: string;
  choices: readonly LinkChoice[];
  value: string | undefined;
  /** True to hide the label except from screen readers, if the choice is self-explanatory. */
  hideLabel?: boolean;
}

/**
 * Selects one of many choices in a list of links that opens without scripts. With scripts it supports arrow
 * keys, Home, End and letters, and a long list is searchable, grouped by topic and described.
 */
export function LinkPicker({ label, choices, value, hideLabel = false }: LinkPickerProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // Descriptions are not rendered until the list is opened.
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  // Effect: the list can be opened before hydration.
  useEffect(() => setOpen(details.current?.open === true), []);
  const close = () => details.current?.removeAttribute("open");
  const chosen = choices.find((choice) => choice.value === value);
  const shown = words.trim() === "" ? choices : choices.filter((choice) => isFound(choice, words));
  const isLong = open && choices.length > SELECT_SEARCH_THRESHOLD;
  // Scrolls the selected choice into view, below the sticky field.
  useEffect(() => {
    if (!isLong) return;
    const panel = details.current?.querySelector<HTMLElement>(".link-picker-panel");
    const item = panel?.querySelector<HTMLElement>("a[aria-current]")?.parentElement;
    if (panel && item) panel.scrollTop = item.offsetTop - panel.clientHeight / 3;
  }, [isLong]);
  const follow = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    details.current?.querySelector<HTMLAnchorElement>("ul a")?.click();
  };
  const press = (event: KeyboardEvent) => {
    const list = details.current;
    if (list === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const summary = list.querySelector("summary");
    if (event.key === "Escape" && list.open) {
      // Does not close the surrounding element.
      event.preventDefault();
      event.stopPropagation();
      close();
      summary?.focus();
      return;
    }
    const links = [...list.querySelectorAll<HTMLAnchorElement>("ul a")];
    if (!list.open) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      list.open = true;
      (links.find((link) => link.ariaCurrent === "true") ?? links[0])?.focus();
      return;
    }
    const focused = links.findIndex((link) => link.matches(":focus"));
    // In the field, letters, Home and End edit the text.
    if (focused === -1 && event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const next = itemForKey(
      event.key,
      focused,
      links.map((link) => link.textContent ?? ""),
    );
    if (next === null) return;
    event.preventDefault();
    links[next]?.focus();
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
      onKeyDown={press}
    >
      <summary className={buttonClass({ variant: "outline", size: "sm" })}>
        <span className={clsx("text-muted", hideLabel && "link-picker-quiet")}>{label}</span>
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

/** After a touch, the on-screen keyboard would cover the list. */
function focusByMouse(input: HTMLInputElement | null): void {
  if (input !== null && matchMedia("(hover: hover)").matches) input.focus();
}

/** True if the label, topic or description contains every word. */
const isFound = ({ label, topic, doc }: LinkChoice, words: string): boolean => {
  const text = `${label} ${topic ?? ""} ${doc ?? ""}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};
