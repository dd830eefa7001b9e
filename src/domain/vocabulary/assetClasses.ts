/** A narrower class of other catalogs. */
export interface CoveredClass {
  /** Null where no client sends one. */
  id: number | null;
  slug: string;
  name: string;
}

/**
 * Asset classes. Ids come from the specification's section 9 where it names
 * them; the others are ours, above 100000. `idAliases`, `aliases` and `otherNames` are the ids, slugs and names by
 * which existing API clients know the same class, and `covers` lists narrower classes that they send. The id, slug and
 * name of one class of theirs always select the same class here.
 */
export interface AssetClass {
  id: number;
  slug: string;
  name: string;
  /** Path of its page; null where the class has no page of its own. */
  route: string | null;
  /** Other ids that mean it. */
  idAliases: readonly number[];
  aliases: readonly string[];
  /** Other names that mean it. */
  otherNames: readonly string[];
  /** Narrower classes that other catalogs distinguish and that this class contains. */
  covers: readonly CoveredClass[];
  /** Fill colour in every chart; distinguishable for colour-blind readers. */
  color: string;
}

export const assetClasses = [
  {
    id: 28,
    slug: "stablecoins",
    name: "Stablecoins",
    route: "/stablecoins",
    idAliases: [],
    aliases: ["stablecoin"],
    otherNames: ["Stablecoin"],
    covers: [],
    color: "#2f6fde",
  },
  {
    id: 27,
    slug: "treasuries",
    name: "US Treasuries",
    route: "/treasuries",
    idAliases: [],
    aliases: ["us-treasury-debt", "treasury"],
    otherNames: ["US Treasury Debt"],
    covers: [{ id: null, slug: "repurchase-agreements", name: "Repurchase Agreements" }],
    color: "#0f8b6f",
  },
  {
    id: 100001,
    slug: "government-bonds",
    name: "Government Bonds",
    route: "/government-bonds",
    idAliases: [30],
    aliases: ["non-us-government-debt"],
    otherNames: ["non-US Government Debt", "Non-US Government Debt"],
    covers: [],
    color: "#7aa0ff",
  },
  {
    id: 32,
    slug: "corporate-bonds",
    name: "Corporate Bonds",
    route: "/corporate-bonds",
    idAliases: [],
    aliases: ["corporate-bond", "corporate-credit"],
    otherNames: ["Corporate Bond", "Corporate Credit"],
    covers: [],
    color: "#b4532a",
  },
  {
    id: 33,
    slug: "private-credit",
    name: "Private Credit",
    route: "/private-credit",
    idAliases: [],
    aliases: [],
    otherNames: [],
    covers: [
      { id: 51, slug: "asset-backed-credit", name: "Asset-Backed Credit" },
      { id: 55, slug: "specialty-finance", name: "Specialty Finance" },
    ],
    color: "#8a4fbf",
  },
  {
    id: 37,
    slug: "commodities",
    name: "Commodities",
    route: "/commodities",
    idAliases: [],
    aliases: ["commodity"],
    otherNames: ["Commodity"],
    covers: [],
    color: "#d9a420",
  },
  {
    id: 43,
    slug: "institutional-funds",
    name: "Institutional Funds",
    route: "/institutional-funds",
    idAliases: [],
    aliases: ["institutional-fund", "institutional-alternative-funds"],
    otherNames: ["Institutional Alternative Funds"],
    covers: [
      { id: 52, slug: "active-strategies", name: "Active Strategies" },
      { id: 52, slug: "actively-managed-strategies", name: "Actively-Managed Strategies" },
    ],
    color: "#d1568c",
  },
  {
    id: 34,
    slug: "stocks",
    name: "Stocks",
    route: "/stocks",
    idAliases: [],
    aliases: ["public-equity"],
    otherNames: ["Public Equity"],
    covers: [],
    color: "#00a3b4",
  },
  {
    id: 36,
    slug: "real-estate",
    name: "Real Estate",
    route: "/real-estate",
    idAliases: [],
    aliases: [],
    otherNames: [],
    covers: [],
    color: "#6b7f2a",
  },
  {
    id: 35,
    slug: "private-equity",
    name: "Private Equity",
    route: "/private-equity",
    idAliases: [],
    aliases: [],
    otherNames: [],
    covers: [{ id: 56, slug: "venture-capital", name: "Venture Capital" }],
    color: "#5a4b81",
  },
  {
    id: 42,
    slug: "structured-credit",
    name: "Structured Credit",
    route: "/structured-credit",
    idAliases: [],
    aliases: ["diversified-credit"],
    otherNames: ["Diversified Credit"],
    covers: [],
    color: "#a3154f",
  },
] as const satisfies readonly AssetClass[];

export type AssetClassSlug = (typeof assetClasses)[number]["slug"];
