import type { MenuGroup, SearchGroup, SearchItem } from "#domain";

/** Groups made from the menu at once, without external and link-less items, and without pages that do not exist. */
export function groupsOfMenu(
  groups: readonly MenuGroup[],
  pageExists: (path: string) => boolean,
): SearchGroup[] {
  const items = groups.flatMap((group) =>
    group.items.flatMap(({ label, href, external }): SearchItem[] =>
      href === null || external || !pageExists(href)
        ? []
        : [{ label, sublabel: group.label, href, keywords: [] }],
    ),
  );
  return items.length === 0 ? [] : [{ id: "pages", label: "Pages", items }];
}

/** The fetched groups, without pages of the menu that this release does not have. */
export const withoutMissingPages = (
  groups: readonly SearchGroup[],
  pageExists: (path: string) => boolean,
): SearchGroup[] =>
  groups
    .map((group) =>
      group.id === "pages" ? { ...group, items: group.items.filter((item) => pageExists(item.href)) } : group,
    )
    .filter((group) => group.items.length > 0);
