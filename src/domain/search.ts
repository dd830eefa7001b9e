import type { MenuGroup } from "./screens/menu";

/** One thing that the global search can lead to. */
export interface SearchItem {
  label: string;
  /** What tells it from others of the same name; may be empty. */
  sublabel: string;
  /** Path in the application. */
  href: string;
  /** Other words that find it: tickers, other names. */
  keywords: readonly string[];
  /** What identifies it on a network: contract addresses. Found only by what looks like one, and never before a name. */
  addresses: readonly string[];
}

export interface SearchGroup {
  /** Of a group of the menu, or the slug of the resource that lists its items. */
  id: string;
  label: string;
  /** The larger first; pages in the order of the menu. */
  items: readonly SearchItem[];
}

/** The groups of the menu as search lists them: without what has no page in the application, and without empty groups. */
export const searchGroupsOfMenu = (groups: readonly MenuGroup[]): SearchGroup[] =>
  groups
    .map(
      (group): SearchGroup => ({
        id: `menu:${group.label}`,
        label: group.label,
        items: group.items.flatMap(({ label, href, external, planned }) =>
          href === null || external || planned
            ? []
            : [{ label, sublabel: group.label, href, keywords: [], addresses: [] }],
        ),
      }),
    )
    .filter((group) => group.items.length > 0);

/** Fewer characters than this are a word, whatever they are made of. */
const LEAST_ADDRESS = 6;

/**
 * Whether a word is meant as (part of) a contract address, hash or other identifier of a network: it begins with
 * `0x` and hexadecimal digits, or it is long and has both letters and digits, or only digits. Names of assets may
 * look like that too (`REALTOKEN-S-13895-SARATOGA`), so looking like an address never excludes being a name.
 */
export const looksLikeAddress = (word: string): boolean =>
  /^0x[0-9a-f]{2,}$/i.test(word) ||
  (word.length >= LEAST_ADDRESS && !/\s/.test(word) && /\d/.test(word) && /^[\x21-\x7e]+$/.test(word));
