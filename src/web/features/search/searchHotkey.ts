/** What of a key press decides whether it opens the search. */
export interface KeyFacts {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  /** The focus is where text is typed. */
  isTyping: boolean;
}

/** ⌘K or Ctrl-K anywhere, and `/` where nobody is typing. */
export const opensSearch = ({ key, metaKey, ctrlKey, altKey, isTyping }: KeyFacts): boolean =>
  altKey
    ? false
    : metaKey || ctrlKey
      ? key.toLowerCase() === "k" && metaKey !== ctrlKey
      : key === "/" && !isTyping;
