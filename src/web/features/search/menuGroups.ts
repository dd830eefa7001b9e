import { isMenuSearchGroup, type MenuGroup, type SearchGroup, searchGroupsOfMenu } from "#domain";

/** Groups made from the menu at once, without pages that do not exist. */
export const groupsOfMenu = (
  groups: readonly MenuGroup[],
  pageExists: (path: string) => boolean,
): SearchGroup[] => withoutMissingPages(searchGroupsOfMenu(groups), pageExists);

/** The fetched groups, without pages of the menu that this release does not have. */
export const withoutMissingPages = (
  groups: readonly SearchGroup[],
  pageExists: (path: string) => boolean,
): SearchGroup[] =>
  groups
    .map((group) =>
      isMenuSearchGroup(group)
        ? { ...group, items: group.items.filter((item) => pageExists(item.href)) }
        : group,
    )
    .filter((group) => group.items.length > 0);
