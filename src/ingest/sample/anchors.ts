/** placeholder */
import type { Anchor } from "./anchoredPath";
import type { Valuation } from "./classProfiles";
import type { AssetEventDraft } from "./namedEvents";

export interface AssetAnchor {
  size?: readonly Anchor[];
  networks?: Readonly<Record<string, number>>;
  valuation?: Valuation;
  stableNav?: boolean;
  nav?: number;
  isTraded?: boolean;
  yieldSpread?: number;
  isGrams?: boolean;
  turnover?: number;
  holdersPerMillion?: number;
  pools?: number;
}
export const anchorsBySlug: Readonly<Record<string, AssetAnchor>> = {};
export const eventsBySlug: Readonly<Record<string, AssetEventDraft & { loanDefault?: string }>> = {};
