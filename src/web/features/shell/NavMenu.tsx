import { Link, useLocation } from "@tanstack/react-router";
import clsx from "clsx";
import { ChevronRight, ExternalLink, Lock } from "lucide-react";
import { hasScreen, type ShownMenuGroup, type ShownMenuItem } from "#domain/screens";
import { useShownPath } from "../../ui/controls/useShownPath";
import { ScreenBadge } from "./ScreenBadge";
import { usePageOption } from "./usePageOption";

export interface NavMenuProps {
  groups: readonly ShownMenuGroup[];
  /** Called when the reader follows a link; closes the drawer. */
  onFollow?: () => void;
}

/** Shared state of all menu items, computed once. */
interface Reading {
  pathname: string;
  /**
   * Path of the menu item that the page belongs to, if its own path does not determine it: an asset belongs
   * to its class.
   */
  under: string | null;
  onFollow: (() => void) | undefined;
}

/**
 * The navigation: groups of links. Pages that require access are marked, and items without a page are text
 * that says so.
 */
export function NavMenu({ groups, onFollow }: NavMenuProps) {
  // The router marks the link of the next page while it is fetched; the options of the previous page do not
  // apply to it.
  const pathname = useLocation({ select: (location) => location.pathname });
  const isShown = useShownPath() === pathname;
  const under = usePageOption("under");
  const reading: Reading = { pathname, under: isShown ? under : null, onFollow };
  return (
    <nav aria-label="Main" className="flex flex-col gap-4 px-2 py-3">
      {groups.map((group) =>
        group.collapsible ? (
          <details key={group.label} open={!group.collapsed} className="group">
            <summary className="flex min-h-6 list-none items-center gap-1 rounded-md px-2 pb-1 font-medium text-faint text-xs hover:text-ink">
              {group.label}
              <ChevronRight aria-hidden="true" className="size-3 transition-transform group-open:rotate-90" />
            </summary>
            <Items group={group} reading={reading} />
          </details>
        ) : (
          // Not a region: a page could have another one of the same name.
          <div key={group.label}>
            <h2 className="px-2 pb-1 font-medium text-faint text-xs">{group.label}</h2>
            <Items group={group} reading={reading} />
          </div>
        ),
      )}
    </nav>
  );
}

const Items = ({ group, reading }: { group: ShownMenuGroup; reading: Reading }) => (
  <ul>
    {group.items.map((item) => (
      <li key={item.label}>
        <Item item={item} reading={reading} />
      </li>
    ))}
  </ul>
);

const itemClass = "flex min-h-7 items-center gap-2 rounded-md px-2 py-1 text-md";

function Item({ item, reading: { pathname, under, onFollow } }: { item: ShownMenuItem; reading: Reading }) {
  const badge = <ScreenBadge badge={item.badge} size="xs" />;
  if (item.lockedBy !== null && item.href !== null && !item.planned) {
    return (
      // Not a router link: the server redirects to the sign-in page or the plans.
      <a
        href={item.href}
        title="Needs a plan"
        className={clsx(itemClass, "text-faint hover:bg-hover hover:text-ink")}
      >
        {item.label}
        <Lock aria-hidden="true" className="size-3" />
        <span className="sr-only">(needs a plan)</span>
        {badge}
      </a>
    );
  }
  if (item.href !== null && item.external) {
    return (
      <a
        href={item.href}
        target="_blank"
        rel="noreferrer"
        className={clsx(itemClass, "text-muted hover:bg-hover hover:text-ink")}
      >
        {item.label}
        <ExternalLink aria-hidden="true" className="size-3 text-faint" />
        <span className="sr-only">(opens in a new tab)</span>
        {badge}
      </a>
    );
  }
  if (item.href === null || item.planned) {
    return (
      <span className={clsx(itemClass, "text-faint")} title="Coming soon">
        {item.label}
        <span className="sr-only">(coming soon)</span>
        {badge}
      </span>
    );
  }
  // A page of the menu belongs to its own item only.
  const inside =
    under === null
      ? item.href !== "/" && pathname.startsWith(`${item.href}/`) && !hasScreen(pathname)
      : item.href === under && pathname !== under;
  return (
    <Link
      to={item.href}
      activeOptions={{ exact: true, includeSearch: false }}
      onClick={onFollow}
      className={clsx(itemClass, inside && "bg-selected font-medium text-accent-strong")}
      activeProps={{ className: "bg-selected font-medium text-accent-strong" }}
      inactiveProps={inside ? {} : { className: "text-muted hover:bg-hover hover:text-ink" }}
    >
      {item.label}
      {badge}
    </Link>
  );
}
