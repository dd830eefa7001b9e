/**
 * The screens of the site: path, label, permission and place in the menu. The menu, the tabs of the settings,
 * the account menu, access checks, the sitemap, breadcrumbs, the search and the pages of browser tests come
 * from this list. It also describes lists; `src/web/screens` has the content of other screens.
 */

import type { Filter } from "../query/query";
import type { ColumnName, FieldName, ResourceSlug } from "../resources/catalogue";
import { type EntityKind, entities, entityPage } from "../resources/entities";
import type { FirmGrouping } from "../resources/groups";
import { type AssetClassSlug, assetClasses } from "../vocabulary/assetClasses";
import type { FeatureFlag } from "../vocabulary/featureFlags";
import { type FirmKind, firmsWithPages } from "../vocabulary/firms";
import { platformPages } from "../vocabulary/limits";
import type { Permission } from "../vocabulary/permissions";
import type { RecordKind } from "../vocabulary/recordKind";
import { recordKinds } from "../vocabulary/recordKinds.gen";
import type { ScreenBadge } from "../vocabulary/screenBadge";
import { mainMetrics } from "./mainMetrics";

/** Content of a list. Only types come from the descriptions of resources: every page loads this file. */
export interface List<Slug extends ResourceSlug = ResourceSlug> {
  resource: Slug;
  /** Default columns; the others are in the column picker. */
  columns: readonly ColumnName<Slug>[];
  /** Description on the page; by default that of the resource. */
  description?: string;
  /** Filter of the rows of the page; all by default. */
  filter?: Filter<FieldName<Slug>>;
  /** The grouping by corporate groups that readers can choose instead of single rows. */
  group?: FirmGrouping;
  /** A field with few values, offered as the main filter. */
  choice?: FieldName<Slug>;
  /** Whether its address has a cursor instead of a page number: for resources paged by key. */
  hasCursors?: true;
}

export interface Screen {
  /** `:slug` matches the slug of an entity, a final `*` every path below. Null for items without a page. */
  path: string | null;
  /** Label in the menu, breadcrumbs and the search; blank for the profiles of entities, which have names. */
  label: string;
  permission: Permission;
  badge: ScreenBadge | null;
  /** Label in the tabs of its group, if its label is that of the group; null if it is the same. */
  tabLabel: string | null;
  /** The kind of entity whose profile it is. */
  profileOf: EntityKind | null;
  /** Its list, if it is only the list of a resource. */
  list: List | null;
  /** Outside of the application. */
  external: boolean;
  /** Offered only to visitors without a feature. */
  offeredWithout: FeatureFlag | null;
  /** Listed in the menu, but without a page in this release. */
  planned: boolean;
  /** Whether it shows totals that can include or exclude stablecoins. */
  hasStablecoinScope: boolean;
  /** Alternative paths that redirect to it; paths below the alias of a list redirect to its profiles. */
  aliases: readonly string[];
  /** Search keywords. */
  keywords: readonly string[];
  /** Whether the footer of every page links to it. */
  inFooter: boolean;
}

export interface ScreenGroup {
  label: string;
  /** Whether the group is collapsible, and whether it is collapsed at first. */
  collapsible: boolean;
  collapsed: boolean;
  /** Whether its locked items are hidden from readers who cannot open them. */
  hidesLocked: boolean;
  screens: readonly Screen[];
}

const screen = (path: string | null, label: string, extra: Partial<Screen> = {}): Screen => ({
  path,
  label,
  permission: "public",
  badge: null,
  tabLabel: null,
  profileOf: null,
  list: null,
  external: false,
  offeredWithout: null,
  planned: false,
  hasStablecoinScope: false,
  aliases: [],
  keywords: [],
  inFooter: false,
  ...extra,
});

const planned = (path: string, label: string, extra: Partial<Screen> = {}): Screen =>
  screen(path, label, { planned: true, ...extra });

/** The list of a resource, with the label of the resource. */
const list = <Slug extends ResourceSlug>(
  path: string,
  label: string,
  resource: Slug,
  content: Omit<List<Slug>, "resource">,
  extra: Partial<Screen> = {},
): Screen => screen(path, label, { list: { resource, ...content }, ...extra });

const experimental = { permission: "experimental" } as const;
const admin = { permission: "admin" } as const;
/** The page shows totals. */
const totals = { hasStablecoinScope: true } as const;

const recordList = ({ path, title, aliases }: RecordKind): Screen =>
  screen(path, title, { ...admin, aliases });

/** The pages of one kind of record that the menu does not list. */
const recordScreens = (kind: RecordKind): Screen[] => [
  ...(kind.inMenu ? [] : [recordList(kind)]),
  ...(kind.can.create ? [screen(`${kind.path}/new`, `New ${kind.singular}`, admin)] : []),
  ...(kind.hasPage ? [screen(`${kind.path}/:slug`, "", admin)] : []),
  ...(kind.can.edit ? [screen(`${kind.path}/:slug/edit`, `Edit ${kind.singular}`, admin)] : []),
];

/** A screen of an account with its own page. */
const settings = (
  path: string,
  label: string,
  extra: Partial<Screen> = {},
): Screen & { readonly path: string } => ({
  ...screen(path, label, { permission: "signed_in", ...extra }),
  path,
});

const classesInBeta: readonly AssetClassSlug[] = ["real-estate"];
const aliasesOfClasses: Partial<Record<AssetClassSlug, readonly string[]>> = {
  "private-credit": ["/credit"],
  "institutional-funds": ["/active-strategies"],
  "private-equity": ["/private-equity-venture-capital", "/venture-capital"],
};

const classScreen = (route: string, slug: AssetClassSlug, name: string): Screen =>
  screen(route, name, {
    ...(classesInBeta.includes(slug) && { ...experimental, badge: "BETA" }),
    aliases: aliasesOfClasses[slug] ?? [],
  });

const group = (label: string, screens: readonly Screen[], extra: Partial<ScreenGroup> = {}): ScreenGroup => ({
  label,
  collapsible: false,
  collapsed: false,
  hidesLocked: false,
  screens,
  ...extra,
});

/** Paths of the profiles of platforms that have their own screen instead. */
const pagesOfPlatformAt = (path: string): string[] =>
  Object.entries(platformPages).flatMap(([slug, own]) =>
    own === path ? (entityPage("platform", slug) ?? []) : [],
  );

const participantsOf = (kind: "platform" | FirmKind) =>
  ({
    columns: ["name", "asset_count", ...mainMetrics, "jurisdiction_country_name"],
    group: `${kind}_group`,
  }) as const;

/** The screens of the menu, in its order. */
export const screenGroups: readonly ScreenGroup[] = [
  group("Latest", [
    screen("/", "Market Overview", { ...totals, aliases: ["/overview"] }),
    screen("/news", "News", { aliases: ["/blog"] }),
    screen("/invest", "Invest", { badge: "NEW" }),
  ]),
  group(
    "Asset Classes",
    assetClasses.flatMap(({ slug, name, route }) => (route === null ? [] : [classScreen(route, slug, name)])),
  ),
  group("Participants", [
    screen("/networks", "Networks", totals),
    list("/platforms", "Platforms", "platforms", participantsOf("platform"), { ...totals, badge: "NEW" }),
    ...firmsWithPages.map(({ kind, resource, plural, pages: { badge, permission, aliases } }) =>
      list(`/${resource}`, plural, resource, participantsOf(kind), { ...totals, badge, permission, aliases }),
    ),
  ]),
  group("Tools", [
    screen("/tools/api/api-keys", "API Tools", { permission: "api" }),
    screen("/downloads", "Downloads"),
    // The blog is external; an installation without one shows the item without a link.
    screen(null, "Research Blog", { external: true }),
    screen("/citations", "Media & Citations"),
    screen("/platform-overview", "Data & API Platform", { offeredWithout: "enable-api-keys" }),
    list(
      "/assets",
      "Asset Search",
      "assets",
      { columns: ["name", "asset_class_name", "protocol_name", "issuer_name", ...mainMetrics] },
      { ...experimental, aliases: ["/asset-screener", "/catalog"] },
    ),
    screen("/assets/timeseries", "Asset Charting", { ...totals, permission: "charting" }),
    screen("/tokens/timeseries", "Token Charting", { ...totals, permission: "charting" }),
    list("/transactions", "Transactions", "transactions", {
      hasCursors: true,
      columns: [
        "timestamp",
        "kind",
        "asset_name",
        "network_name",
        "amount_token",
        "symbol",
        "amount_dollar",
        "from_address",
        "to_address",
        "transaction_hash",
      ],
    }),
    screen("/tools/jurisdiction_explorer", "Jurisdiction Explorer", {
      ...experimental,
      ...totals,
      badge: "BETA",
    }),
  ]),
  group(
    "Internal Tools",
    [
      screen("/assets/aggregates", "Asset Aggregates", { ...experimental, ...totals }),
      screen("/tokens/aggregates", "Token Aggregates", { ...experimental, ...totals }),
      list(
        "/asset_classes",
        "Asset Classes",
        "asset_classes",
        { columns: ["name", "asset_count", "token_count", ...mainMetrics] },
        { ...experimental, ...totals },
      ),
      screen("/protocol_timeseries", "Platform Time Series", { ...experimental, ...totals }),
      list(
        "/pools",
        "Pools",
        "pools",
        {
          columns: [
            "name",
            "protocol_name",
            "network_name",
            "status",
            "collateral_type",
            "outstanding_capital_dollar",
            "cumulative_issued_amount_dollar",
            "defaulted_loans_amount_dollar",
            "average_interest_rate_percent",
            "active_loans_count",
          ],
        },
        experimental,
      ),
      list(
        "/loans",
        "Loans",
        "loans",
        {
          columns: [
            "name",
            "protocol_name",
            "status",
            "sector",
            "collateral_type",
            "region",
            "principal_dollar",
            "outstanding_dollar",
            "interest_rate_percent",
            "issued_date",
            "maturity_date",
          ],
        },
        experimental,
      ),
      screen("/pool_timeseries", "Pool Time Series", experimental),
      screen("/loan_timeseries", "Loan Time Series", experimental),
    ],
    { collapsible: true, hidesLocked: true },
  ),
  group("Admin", recordKinds.filter(({ inMenu }) => inMenu).map(recordList), {
    collapsible: true,
    collapsed: true,
    hidesLocked: true,
  }),
];

/** The screens of an account, in the order of the tabs of the settings and of the account menu. */
export const settingsScreens = [
  settings("/settings", "Settings", {
    tabLabel: "Account",
    keywords: ["Account", "Preferences", "Theme"],
    inFooter: true,
  }),
  settings("/settings/profile", "Profile"),
  settings("/settings/plan", "Plan"),
  settings("/settings/organizations", "Organizations"),
  settings("/settings/watches", "Watches"),
  settings("/settings/team", "Team", { permission: "team" }),
  settings("/settings/api-keys", "API keys", { permission: "api" }),
];

/** The watchlist of a user; in the account menu before the settings. */
export const watchlistScreen = settings("/watchlist", "Watchlist", { inFooter: true });

const profilePermission = (kind: EntityKind): Permission =>
  firmsWithPages.find((firm) => firm.kind === kind)?.pages.permission ?? "public";

/** Every screen: those of the menu, and those linked from other pages. */
export const screens: readonly Screen[] = [
  ...screenGroups.flatMap((one) => one.screens),
  list("/tokens", "Tokens", "tokens", {
    description: "Tokens by asset and network: value, holders and transfers.",
    // Readers look for deployments; facts about an asset as a whole are on its page.
    filter: { operator: "equals", field: "is_asset_level", value: false },
    columns: ["asset_name", "symbol", "network_name", "asset_class_name", "standard", ...mainMetrics],
  }),
  list(
    "/holders",
    "Holders",
    "holders",
    {
      hasCursors: true,
      columns: [
        "address",
        "address_label",
        "asset_name",
        "network_name",
        "balance_token",
        "symbol",
        "share_percent",
        "since",
        "last_active",
      ],
    },
    { permission: "signed_in" },
  ),
  // The second part is the address.
  screen("/addresses/:slug/:slug", ""),
  screen("/evidence", "Evidence", { inFooter: true }),
  screen("/directory", "Directory", { keywords: ["Companies"], inFooter: true }),
  screen("/data-partners", "Data Partners", { inFooter: true }),
  screen("/status", "Status", { inFooter: true }),
  screen("/docs", "API Documentation", { keywords: ["Docs", "API reference"], inFooter: true }),
  // `docsPages.ts` lists the pages.
  screen("/docs/:slug", ""),
  list(
    "/investments",
    "Investments",
    "investments",
    {
      choice: "status",
      columns: [
        "name",
        "asset_class_name",
        "protocol_name",
        "status",
        "opens_date",
        "closes_date",
        "target_dollar",
        "raised_dollar",
        "target_yield_percent",
      ],
    },
    { inFooter: true },
  ),
  screen("/new-asset-monitor", "New Asset Monitor", {
    keywords: ["New assets", "Latest assets"],
    inFooter: true,
  }),
  screen("/wormhole", "Wormhole", { ...totals, aliases: pagesOfPlatformAt("/wormhole") }),
  screen("/broadridge-dlr", "Broadridge DLR", { aliases: pagesOfPlatformAt("/broadridge-dlr") }),
  // The page of a class has its own screen.
  ...entities.flatMap(({ kind, page, hasMetrics }) =>
    page === null || kind === "asset_class"
      ? []
      : [
          screen(page, "", {
            profileOf: kind,
            permission: profilePermission(kind),
            hasStablecoinScope: hasMetrics && kind !== "asset",
          }),
        ],
  ),
  watchlistScreen,
  ...settingsScreens,
  screen("/admin/data", "Data", admin),
  screen("/admin/data/import", "Import a file", admin),
  screen("/admin/data/corrections", "Corrections", admin),
  screen("/admin/data/imports", "Imports", admin),
  screen("/admin/api_access_check", "Check API access", admin),
  screen("/admin/api_access_partner_key", "Key for a partner", admin),
  ...recordKinds.flatMap(recordScreens),
  screen("/developer/visualization", "Visualization", { permission: "charting" }),
  screen("/tools/api/spreadsheets", "Spreadsheets", { permission: "api" }),
  // `explorerPages.ts` lists the pages.
  screen("/tools/api/endpoint/:slug", "", { permission: "api" }),
  screen("/tools/api/v4/:slug", "", { permission: "api" }),
  // All paths below need the same permission, whether or not they exist.
  screen("/tools/api/*", "", { permission: "api", planned: true }),
  planned("/admin/*", "", admin),
];

/** Whether this release has a page at a path of the list. */
export const hasScreen = (path: string): boolean => present.has(path);
const present: ReadonlySet<string | null> = new Set(
  screens.flatMap((one) => (one.planned || one.path === null ? [] : [one.path])),
);

/** The public screens of this release: those in the sitemap for search engines. */
export const publicScreens = screens.filter(
  ({ path, permission, planned: isPlanned }) => path !== null && permission === "public" && !isPlanned,
);

/** The screens linked from the footer of every page. */
export const footerScreens = screens.filter(({ inFooter }) => inFooter);
