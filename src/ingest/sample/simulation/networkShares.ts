import type { Asset, Token } from "#domain/catalog";
import { anchorsBySlug } from "../facts/anchors";
import type { DayRange } from "../primitives/days";
import { randomStream } from "../primitives/randomStream";
import { revertingNoise } from "./anchoredPath";
import type { AssetLife } from "./lifetimes";

/** How much of an asset usually lives on a network where nothing is known about the asset itself. */
const usualWeights: Readonly<Record<string, number>> = {
  ethereum: 10,
  tron: 4,
  "bnb-chain": 2.5,
  solana: 3,
  polygon: 1.4,
  arbitrum: 1.5,
  base: 1.6,
  avalanche: 1.1,
  optimism: 0.7,
  stellar: 1.2,
  "xrp-ledger": 0.7,
  "zksync-era": 0.9,
  mantle: 0.7,
  aptos: 0.8,
  sui: 0.6,
  plume: 0.6,
  noble: 0.6,
  hyperevm: 0.8,
  canton: 12,
  provenance: 12,
  algorand: 0.5,
  "hedera-hashgraph": 0.5,
};
const OTHER_WEIGHT = 0.3;

const ownWeight = (asset: Asset, network: string): number | undefined =>
  anchorsBySlug[asset.slug]?.networks?.[network];

/** Share of a bridged token relative to the token before it, on one network. */
const BRIDGED_TWIN = 0.05;

/**
 * Part of a network's units that is a token's, among the deployments of its asset there. Those that are issued there
 * share alike; next to them, or next to the bridged one that bears the asset's name, further bridged ones are rare.
 */
function partOfNetwork(asset: Asset, token: Token, tokens: readonly Token[]): number {
  const twins = tokens.filter(({ network }) => network === token.network);
  const bridged = twins
    .filter(({ is_bridged }) => is_bridged)
    .sort((a, b) => Number(a.symbol !== asset.ticker) - Number(b.symbol !== asset.ticker) || a.id - b.id);
  const first = bridged.length < twins.length ? 1 : 0;
  const weight = (twin: Token) => (twin.is_bridged ? BRIDGED_TWIN ** (first + bridged.indexOf(twin)) : 1);
  return weight(token) / twins.reduce((sum, twin) => sum + weight(twin), 0);
}

/** `tokens`: every deployment of the asset. */
function weightOf(
  asset: Asset,
  token: Token,
  { seed, tokens }: { seed: number; tokens: readonly Token[] },
): number {
  const known = ownWeight(asset, token.network);
  const part = partOfNetwork(asset, token, tokens);
  if (known !== undefined) return known * part;
  // Beside known weights, which are percents, an unlisted network is small.
  const hasKnown = anchorsBySlug[asset.slug]?.networks !== undefined;
  const usual = hasKnown ? 0.15 : (usualWeights[token.network] ?? OTHER_WEIGHT);
  const lot = randomStream(seed, "network", asset.slug, token.id);
  return usual * part * Math.exp(0.45 * lot.normal()) * (token.is_bridged ? 0.35 : 1);
}

/**
 * The deployment that the others are copies of: the heaviest that is not
 * bridged itself. Null for an asset without tokens.
 */
export function homeTokenOf(asset: Asset, tokens: readonly Token[], seed: number): Token | null {
  const issued = tokens.filter((token) => !token.is_bridged);
  const candidates = issued.length > 0 ? issued : tokens;
  let home: Token | null = null;
  let best = -1;
  for (const token of [...candidates].sort((a, b) => a.id - b.id)) {
    const weight = weightOf(asset, token, { seed, tokens });
    if (weight > best) [home, best] = [token, weight];
  }
  return home;
}

/**
 * Share of the asset's units on each deployment, day by day, in the order of
 * `life.tokens`; 0 before a launch, and the live ones sum to 1. A new
 * deployment grows into its share over some months.
 */
export function networkShares(
  asset: Asset,
  { life, range, seed }: { life: AssetLife; range: DayRange; seed: number },
): Float64Array[] {
  const tokens = life.tokens.map((tokenLife) => tokenLife.token).filter((token) => token !== null);
  const shares = life.tokens.map(({ token, launch }): Float64Array => {
    if (token === null) return new Float64Array(range.last - range.first + 1).fill(1);
    const weight = weightOf(asset, token, { seed, tokens });
    const noise = revertingNoise(range, {
      stream: randomStream(seed, "share", asset.slug, token.id),
      name: "noise",
      dailySpread: 0.012,
      halfLifeDays: 150,
    });
    return noise.map((x, i) => {
      const age = range.first + i - launch;
      return age < 0 ? 0 : weight * (1 - Math.exp(-(age + 1) / 60)) * Math.exp(x);
    });
  });
  const length = range.last - range.first + 1;
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (const share of shares) sum += share[i] ?? 0;
    if (sum > 0) for (const share of shares) share[i] = (share[i] ?? 0) / sum;
  }
  return shares;
}
