/**
 * The navigation menu: its groups and items, as every page shows them and as search lists them.
 * An item is shown to whoever may open its page, by the permission matrix; the gate itself is on the server.
 */
import { pagePermission } from "../accessMatrix";
import { permissionGrants } from "../permissions";
import type { FeatureFlag, FeatureFlags } from "./featureFlags";

export interface MenuItem {
  label: string;
  /** Path in the application, or an address where `external`; null where the item leads nowhere yet. */
  href: string | null;
  external: boolean;
  badge: "NEW" | "BETA" | null;
  /** Shown where the flag has this value; null shows it to everybody. */
  requires: { flag: FeatureFlag; enabled: boolean } | null;
}

export interface MenuGroup {
  label: string;
  /** Whether a reader can fold the group, and whether it starts folded. */
  collapsible: boolean;
  collapsed: boolean;
  items: readonly MenuItem[];
}

const item = (label: string, href: string | null, extra: Partial<MenuItem> = {}): MenuItem => ({
  label,
  href,
  external: false,
  badge: null,
  requires: href === null ? null : requirementOf(href),
  ...extra,
});

function requirementOf(href: string): MenuItem["requires"] {
  const { flag } = permissionGrants[pagePermission(href)];
  return flag === null ? null : { flag, enabled: true };
}

const group = (label: string, items: readonly MenuItem[], extra: Partial<MenuGroup> = {}): MenuGroup => ({
  label,
  collapsible: false,
  collapsed: false,
  items,
  ...extra,
});

export const menu: readonly MenuGroup[] = [
  group("Latest", [
    item("Market Overview", "/"),
    item("News", "/news"),
    item("Invest", "/invest", { badge: "NEW" }),
  ]),
  group("Asset Classes", [
    item("Stablecoins", "/stablecoins"),
    item("US Treasuries", "/treasuries"),
    item("Government Bonds", "/government-bonds"),
    item("Corporate Bonds", "/corporate-bonds"),
    item("Private Credit", "/private-credit"),
    item("Commodities", "/commodities"),
    item("Institutional Funds", "/institutional-funds"),
    item("Stocks", "/stocks"),
    item("Real Estate", "/real-estate", { badge: "BETA" }),
  ]),
  group("Participants", [
    item("Networks", "/networks"),
    item("Platforms", "/platforms", { badge: "NEW" }),
    item("Issuers", "/issuers", { badge: "BETA" }),
    item("Asset Managers", "/managers", { badge: "BETA" }),
  ]),
  group("Tools", [
    item("API Tools", "/tools/api/api-keys"),
    item("Downloads", "/downloads"),
    // The blog lives outside the application; an installation without one shows the item without a link.
    item("Research Blog", null, { external: true }),
    item("Media & Citations", "/citations"),
    item("Data & API Platform", "/platform-overview", {
      requires: { flag: "enable-api-keys", enabled: false },
    }),
    item("Asset Search", "/assets"),
    item("Asset Charting", "/assets/timeseries"),
    item("Token Charting", "/tokens/timeseries"),
    item("Transactions", "/transactions"),
    item("Jurisdiction Explorer", "/tools/jurisdiction_explorer", { badge: "BETA" }),
  ]),
  group(
    "Internal Tools",
    [
      item("Asset Aggregates", "/assets/aggregates"),
      item("Token Aggregates", "/tokens/aggregates"),
      item("Asset Classes", "/asset_classes"),
      item("Platform Time Series", "/protocol_timeseries"),
      item("Pools", "/pools"),
      item("Loans", "/loans"),
      item("Pool Time Series", "/pool_timeseries"),
      item("Loan Time Series", "/loan_timeseries"),
    ],
    { collapsible: true },
  ),
  group(
    "Admin",
    [
      item("User Admin", "/admin/users"),
      item("Organization Admin", "/admin/organizations"),
      item("API Access: User Roles", "/admin/api_access_user_roles"),
      item("API Access: Org Roles", "/admin/api_access_org_roles"),
      item("API Access: Policy Assignments", "/admin/api_access_policy_assignments"),
      item("API Access: Roles", "/admin/api_access_roles"),
      item("API Access: Policies", "/admin/api_access_policies"),
    ],
    { collapsible: true, collapsed: true },
  ),
];

/** A menu item as somebody sees it. */
export interface ShownMenuItem extends MenuItem {
  /** The feature that its page needs and this visitor lacks; null where the page opens. */
  lockedBy: FeatureFlag | null;
}

export interface ShownMenuGroup extends Omit<MenuGroup, "items"> {
  items: readonly ShownMenuItem[];
}

/**
 * The whole menu as somebody with these features sees it: what they may not open is marked as
 * locked, so that everybody can tell what there is. An item that is meant for visitors without
 * a feature is left out for those who have it.
 */
export function shownMenu(features: Readonly<FeatureFlags>): ShownMenuGroup[] {
  return menu.map((group) => {
    const items = group.items.flatMap((entry): ShownMenuItem[] => {
      const met = entry.requires === null || features[entry.requires.flag] === entry.requires.enabled;
      if (met) return [{ ...entry, lockedBy: null }];
      return entry.requires?.enabled === true ? [{ ...entry, lockedBy: entry.requires.flag }] : [];
    });
    const isLocked = items.every((entry) => entry.lockedBy !== null);
    return { ...group, items, collapsed: group.collapsed || (group.collapsible && isLocked) };
  });
}

/** The groups and items that somebody with these features can open; groups left empty are dropped. */
export function menuFor(features: Readonly<FeatureFlags>): MenuGroup[] {
  return menu
    .map((group) => ({
      ...group,
      items: group.items.filter(
        ({ requires }) => requires === null || features[requires.flag] === requires.enabled,
      ),
    }))
    .filter((group) => group.items.length > 0);
}
