/**
 * The navigation menu of every page and of the search: the screens in their groups. Visitors see the items
 * whose pages they can open; the server enforces access.
 */

import type { FeatureFlag, FeatureFlags } from "../vocabulary/featureFlags";
import { permissionGrants } from "../vocabulary/permissions";
import type { ScreenBadge } from "../vocabulary/screenBadge";
import { type Screen, type ScreenGroup, screenGroups } from "./screens";

export interface MenuItem {
  label: string;
  /** Path in the application, or a URL if `external`; null for items without a page. */
  href: string | null;
  external: boolean;
  /** Has no page in this release. */
  planned: boolean;
  badge: ScreenBadge | null;
  /** Shown if the flag has this value; null shows it to all visitors. */
  requires: { flag: FeatureFlag; enabled: boolean } | null;
}

export interface MenuGroup extends Omit<ScreenGroup, "screens"> {
  items: readonly MenuItem[];
}

function requirementOf({ permission, offeredWithout }: Screen): MenuItem["requires"] {
  if (offeredWithout !== null) return { flag: offeredWithout, enabled: false };
  const { flag } = permissionGrants[permission];
  return flag === null ? null : { flag, enabled: true };
}

export const menu: readonly MenuGroup[] = screenGroups.map(({ screens, ...group }) => ({
  ...group,
  items: screens.map((screen) => ({
    label: screen.label,
    href: screen.path,
    external: screen.external,
    planned: screen.planned,
    badge: screen.badge,
    requires: requirementOf(screen),
  })),
}));

/** A menu item for one visitor. */
export interface ShownMenuItem extends MenuItem {
  /** The feature that its page requires and this visitor lacks; null if the page opens. */
  lockedBy: FeatureFlag | null;
}

export interface ShownMenuGroup extends Omit<MenuGroup, "items"> {
  items: readonly ShownMenuItem[];
}

/**
 * The menu for a visitor with these features. Items that they cannot open are marked as locked, or hidden in
 * groups that hide them; groups without items are left out. Items for visitors without a feature are left out
 * for those who have it.
 *
 * @param hiddenPaths `hiddenPaths` of the site
 * @param researchBlog address of the research blog; without one its item has no link
 */
export function shownMenu(
  features: Readonly<FeatureFlags>,
  hiddenPaths: readonly string[] = [],
  researchBlog: string | null = null,
): ShownMenuGroup[] {
  return menu.flatMap((group) => {
    const items = group.items.flatMap((item): ShownMenuItem[] => {
      // The research blog is the only external screen.
      const entry = item.external ? { ...item, href: researchBlog } : item;
      if (entry.href !== null && hiddenPaths.includes(entry.href)) return [];
      const met = entry.requires === null || features[entry.requires.flag] === entry.requires.enabled;
      if (met) return [{ ...entry, lockedBy: null }];
      return entry.requires?.enabled === true && !group.hidesLocked
        ? [{ ...entry, lockedBy: entry.requires.flag }]
        : [];
    });
    return items.length === 0 ? [] : { ...group, items };
  });
}

/** The groups and items that a visitor with these features can open. Empty groups are dropped. */
export function menuFor(features: Readonly<FeatureFlags>, hiddenPaths: readonly string[] = []): MenuGroup[] {
  return menu
    .map((group) => ({
      ...group,
      items: group.items.filter(
        ({ requires, href }) =>
          (requires === null || features[requires.flag] === requires.enabled) &&
          (href === null || !hiddenPaths.includes(href)),
      ),
    }))
    .filter((group) => group.items.length > 0);
}
