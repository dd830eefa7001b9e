import { type MenuGroup, screens } from "#domain/screens";
import type { Crumb } from "../../ui/display/Breadcrumbs";

/** Place of a page without its own menu item. */
export interface PagePlace {
  /** Name of the page; null for a page of the menu. */
  name: string | null;
  /** Path of the menu item that it belongs to, if its own path does not determine it. */
  under?: string | null;
}

/**
 * Breadcrumbs of a path: its group, its item, and, for a page below an item (`/networks/ethereum`), the page
 * itself under `name`. Empty for the start page and for unnamed pages.
 */
export function pageCrumbs(
  groups: readonly MenuGroup[],
  pathname: string,
  { name, under = null }: PagePlace,
): Crumb[] {
  if (pathname === "/") return [];
  const entries = groups
    .flatMap((group) => group.items.map((item) => ({ group, item })))
    .filter(({ item }) => item.href !== null && item.href !== "/" && !item.external);
  const found =
    entries.find(({ item }) => item.href === under) ??
    entries
      .filter(({ item }) => pathname === item.href || pathname.startsWith(`${item.href}/`))
      .sort((a, b) => (b.item.href?.length ?? 0) - (a.item.href?.length ?? 0))[0];
  if (!found) {
    const label = name ?? screens.find(({ path }) => path === pathname)?.label ?? null;
    if (label === null) return [];
    const group = groupOfFolder(entries, pathname);
    return [...(group === null ? [] : [{ label: group, to: null }]), { label, to: null }];
  }
  const crumbs: Crumb[] = [
    { label: found.group.label, to: null },
    { label: found.item.label, to: found.item.href },
  ];
  if (pathname !== found.item.href) {
    crumbs.push({ label: name ?? decodeURIComponent(pathname.split("/").at(-1) ?? ""), to: null });
  }
  return crumbs;
}

/**
 * The only group with items under the first folder of a path, such as administration; null if there is none
 * or several.
 */
function groupOfFolder(
  entries: readonly { group: MenuGroup; item: MenuGroup["items"][number] }[],
  pathname: string,
): string | null {
  const folder = `${pathname.split("/", 2).join("/")}/`;
  const labels = new Set(
    entries.filter(({ item }) => `${item.href}/`.startsWith(folder)).map(({ group }) => group.label),
  );
  const [label = null] = labels;
  return labels.size === 1 ? label : null;
}
