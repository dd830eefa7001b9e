/** The parts of a key press that decide whether it opens the search. */
export interface KeyFacts {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  /** True if the focus is in a text field. */
  isTyping: boolean;
}

/** ⌘K or Ctrl-K anywhere, and `/` outside text fields. */
export const opensSearch = ({ key, metaKey, ctrlKey, altKey, isTyping }: KeyFacts): boolean =>
  altKey
    ? false
    : metaKey || ctrlKey
      ? key.toLowerCase() === "k" && metaKey !== ctrlKey
      : key === "/" && !isTyping;
