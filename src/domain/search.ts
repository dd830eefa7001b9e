/** One thing that the global search can lead to. */
export interface SearchItem {
  label: string;
  /** What tells it from others of the same name; may be empty. */
  sublabel: string;
  /** Path in the application. */
  href: string;
  /** Other words that find it: tickers, contract addresses, other names. */
  keywords: readonly string[];
}

export interface SearchGroup {
  id: "pages" | "assets" | "tokens" | "networks" | "platforms" | "issuers" | "managers";
  label: string;
  items: readonly SearchItem[];
}
