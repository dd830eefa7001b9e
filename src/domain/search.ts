import type { MenuGroup } from "./vocabulary/menu";

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
  id: `menu:${string}` | "assets" | "tokens" | "networks" | "platforms" | "issuers" | "managers";
  label: string;
  items: readonly SearchItem[];
}

/** The groups of the menu as search lists them: without external and link-less items, and without empty groups. */
export const searchGroupsOfMenu = (groups: readonly MenuGroup[]): SearchGroup[] =>
  groups
    .map(
      (group): SearchGroup => ({
        id: `menu:${group.label}`,
        label: group.label,
        items: group.items.flatMap(({ label, href, external }) =>
          href === null || external ? [] : [{ label, sublabel: group.label, href, keywords: [] }],
        ),
      }),
    )
    .filter((group) => group.items.length > 0);

/** Whether a group lists pages of the menu. */
export const isMenuSearchGroup = ({ id }: Pick<SearchGroup, "id">): boolean => id.startsWith("menu:");
