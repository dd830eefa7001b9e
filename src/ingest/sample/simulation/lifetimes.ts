import type { Asset, Token } from "#domain";
import { anchorsBySlug, platformStarts } from "../facts/anchors";
import { networkStart } from "../facts/networkStarts";
import { dayOf } from "../primitives/days";
import { randomStream } from "../primitives/randomStream";

/** A deployment and the day its series starts. */
export interface TokenLife {
  token: Token | null;
  launch: number;
}

/** An asset's home deployment first, then the others in order of id. */
export interface AssetLife {
  launch: number;
  tokens: readonly TokenLife[];
}

/** Older dates than this are the fund's own age, not that of its token. */
const OLDEST_TOKENIZATION = dayOf("2017-01-01");

/** `place` in [0, 1) lies between the platform's first token and its later ones. */
function byLot({ platform, slug }: Asset, place: number): number {
  // The shares that Backed brands as xStocks came together, years after its first tokens.
  const family = platform === "backed" && /^[a-z]+x$/.test(slug) ? "xstocks" : platform;
  const [first, withinDays] = platformStarts[family ?? ""] ?? ["2021-06-01", 1_600];
  return dayOf(first) + Math.floor(place * withinDays);
}

/**
 * Start of an asset and of each of its tokens: the catalog's dates if known, drawn otherwise. `home` names
 * the token that others are copies of. An asset without tokens is observed as a whole.
 */
export function lifetimesOf(
  asset: Asset,
  { tokens, home, seed }: { tokens: readonly Token[]; home: Token | null; seed: number },
): AssetLife {
  const lot = randomStream(seed, "launch", asset.slug);
  const place = lot.uniform();
  const inception = asset.inception_date === null ? null : dayOf(asset.inception_date);
  const known = tokens
    .map((token) => token.deployed_date)
    .filter((date) => date !== null)
    .map(dayOf);
  const sized = anchorsBySlug[asset.slug]?.size?.[0]?.[0];
  const start =
    inception !== null && inception >= OLDEST_TOKENIZATION
      ? inception
      : known.length > 0
        ? Math.min(...known)
        : sized !== undefined
          ? dayOf(sized)
          : byLot(asset, place);

  if (home === null) return { launch: start, tokens: [{ token: null, launch: start }] };

  const homeLaunch =
    home.deployed_date === null
      ? Math.max(start, networkStart(home.network))
      : Math.max(start, dayOf(home.deployed_date));
  const others = tokens
    .filter((token) => token.id !== home.id)
    .sort((a, b) => a.id - b.id)
    .map((token): TokenLife => {
      const later = randomStream(seed, "launch", asset.slug, token.id).integer(420);
      const own =
        token.deployed_date === null
          ? Math.max(start, networkStart(token.network)) + later
          : dayOf(token.deployed_date);
      return { token, launch: Math.max(own, token.is_bridged ? homeLaunch : start) };
    });
  const lives = [{ token: home, launch: homeLaunch }, ...others];
  return { launch: Math.min(...lives.map((life) => life.launch)), tokens: lives };
}
