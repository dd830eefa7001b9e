import { type MenuGroup, screens } from "#domain";
import type { Crumb } from "../../ui/display/Breadcrumbs";

/** What a page says of its place, for want of an item of its own in the menu. */
export interface PagePlace {
  /** What the page is called; null for a page of the menu. */
  name: string | null;
  /** Path of the menu's page that it belongs to, where its own path does not tell. */
  under?: string | null;
}

/**
 * Where a path stands in the menu: its group, its item, and, for a page below
 * an item (`/networks/ethereum`), the page itself under `name`. Empty for the
 * start page and for pages that nothing names.
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

/** The group whose items alone begin with the first folder of a path, as those of the administration do; null where there is none. */
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
