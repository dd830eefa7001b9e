import { accessTo, type Caller } from "../vocabulary/permissions";
import { type ShownMenuGroup, shownMenu } from "./menu";
import { type Screen, screenGroups, screens } from "./screens";

/** One result of the global search. */
export interface SearchItem {
  label: string;
  /** Distinguishes items of the same name; can be empty. */
  sublabel: string;
  /** Path in the application. */
  href: string;
  /** Other search terms: tickers, aliases. */
  keywords: readonly string[];
  /**
   * Identifiers on a network: contract addresses. Matched only by words that look like one, and ranked after
   * names.
   */
  addresses: readonly string[];
}

export interface SearchGroup {
  /** Of a group of pages (`menu:…`, `pages:…`), or the slug of the resource that lists its items. */
  id: string;
  label: string;
  /** Largest first; pages in the order of the menu. */
  items: readonly SearchItem[];
}

/**
 * Pages of the application in groups: those of the menu, including locked ones, then the others.
 *
 * @param hiddenPaths `hiddenPaths` of the site
 */
export const searchGroupsOfPages = (caller: Caller, hiddenPaths: readonly string[] = []): SearchGroup[] =>
  [
    ...shownMenu(caller.features, hiddenPaths).map(groupOfMenu),
    groupOfScreens("More pages", otherScreens.filter(isMarketScreen), caller),
    groupOfScreens(
      "Account",
      otherScreens.filter((screen) => !isMarketScreen(screen)),
      caller,
    ),
  ].filter((group) => group.items.length > 0);

const groupOfMenu = (group: ShownMenuGroup): SearchGroup => ({
  id: `menu:${group.label}`,
  label: group.label,
  items: group.items.flatMap(({ label, href, external, planned, lockedBy }) =>
    href === null || external || planned
      ? []
      : [
          {
            label,
            sublabel: lockedBy === null ? group.label : NEEDS_PLAN,
            href,
            keywords: [],
            addresses: [],
          },
        ],
  ),
});

/** Sublabel of pages that require a feature of a plan. */
const NEEDS_PLAN = "Needs a plan";

/** Screens with a single path that the menu does not list. */
const otherScreens: readonly (Screen & { path: string })[] = screens.flatMap((screen) => {
  const { path } = screen;
  return path === null ||
    /[:*]/.test(path) ||
    screen.planned ||
    screenGroups.some((group) => group.screens.includes(screen))
    ? []
    : [{ ...screen, path }];
});

const isMarketScreen = ({ path }: { path: string }) => !/^\/(settings|watchlist)\b/.test(path);

/** Screens that the caller can open, now or after signing in with any account. */
const groupOfScreens = (
  label: string,
  members: readonly (Screen & { path: string })[],
  caller: Caller,
): SearchGroup => ({
  id: `pages:${label}`,
  label,
  items: members.flatMap(({ path, label: name, permission, keywords }) => {
    const isOpen = accessTo(permission, caller) === "allowed";
    return isOpen || permission === "signed_in"
      ? [{ label: name, sublabel: isOpen ? label : "Sign in to open", href: path, keywords, addresses: [] }]
      : [];
  }),
});

/** Shorter texts are always words. */
const LEAST_ADDRESS = 6;

/**
 * Whether a word can be (part of) a contract address, hash or other identifier on a network: it begins with
 * `0x` and hexadecimal digits, or it is long and has both letters and digits, or only digits. Names of assets
 * can look like that too (`REALTOKEN-S-13895-SARATOGA`), so looking like an address never excludes being a
 * name.
 */
export const looksLikeAddress = (word: string): boolean =>
  /^0x[0-9a-f]{2,}$/i.test(word) ||
  (word.length >= LEAST_ADDRESS && !/\s/.test(word) && /\d/.test(word) && /^[\x21-\x7e]+$/.test(word));
