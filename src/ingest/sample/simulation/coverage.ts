import type { Asset, Token } from "#domain/catalog";
import { anchorsBySlug } from "../facts/anchors";
import { randomStream } from "../primitives/randomStream";

/** Which figures are observed of a deployment. Its supply always is. */
export interface Coverage {
  issuance: boolean;
  activity: boolean;
  holders: boolean;
  concentration: boolean;
  /** What crosses bridges between it and the home deployment. */
  bridges: boolean;
}

/** Percent of an asset's units from which a deployment is a main one. */
const MAIN_WEIGHT = 3;

/**
 * Sources seldom cover every figure of every deployment: all for the main
 * ones, a part by lot for the rest. It also keeps a catalog of a thousand
 * deployments at some millions of observations.
 */
export function coverageOf(
  asset: Asset,
  token: Token | null,
  { isHome, seed }: { isHome: boolean; seed: number },
): Coverage {
  if (token === null)
    return { issuance: true, activity: false, holders: false, concentration: false, bridges: false };
  const lot = randomStream(seed, "coverage", asset.slug, token.id);
  const [issuance, activity, holders, concentration, bridges] = [
    lot.uniform(),
    lot.uniform(),
    lot.uniform(),
    lot.uniform(),
    lot.uniform(),
  ];
  const anchor = anchorsBySlug[asset.slug];
  const isMain = (anchor?.networks?.[token.network] ?? 0) >= MAIN_WEIGHT || (isHome && anchor !== undefined);
  if (isMain) return { issuance: true, activity: true, holders: true, concentration: true, bridges: true };
  if (isHome) {
    return {
      issuance: true,
      activity: activity < 0.6,
      holders: holders < 0.65,
      concentration: concentration < 0.2,
      bridges: true,
    };
  }
  return {
    issuance: issuance < 0.1,
    activity: activity < 0.06,
    holders: holders < 0.12,
    concentration: concentration < 0.03,
    bridges: bridges < (anchor !== undefined && token.is_bridged ? 0.25 : 0.06),
  };
}
