import type { Asset, Token } from "#domain";
import { anchorsBySlug } from "./anchors";
import { dayOf } from "./days";
import { randomStream } from "./randomStream";

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
const LOT_FIRST = dayOf("2021-06-01");
const LOT_LAST = dayOf("2026-02-01");

/**
 * When an asset and each of its tokens start: the catalog's dates where it
 * knows them, by lot otherwise. `home` names the token that others are copies
 * of. An asset without tokens is observed as a whole.
 */
export function lifetimesOf(
  asset: Asset,
  { tokens, home, seed }: { tokens: readonly Token[]; home: Token | null; seed: number },
): AssetLife {
  const lot = randomStream(seed, "launch", asset.slug);
  const drawn = LOT_FIRST + lot.integer(LOT_LAST - LOT_FIRST);
  const sized = anchorsBySlug[asset.slug]?.size?.[0]?.[0];
  const inception = asset.inception_date === null ? null : dayOf(asset.inception_date);
  const plausibleInception = inception !== null && inception >= OLDEST_TOKENIZATION ? inception : null;
  const known = [home?.deployed_date, ...tokens.map((t) => t.deployed_date)]
    .filter((date) => typeof date === "string")
    .map(dayOf);
  const start =
    plausibleInception ??
    (known.length > 0 ? Math.min(...known) : sized ? Math.min(drawn, dayOf(sized)) : drawn);

  if (home === null) return { launch: start, tokens: [{ token: null, launch: start }] };

  const homeLaunch = Math.max(start, home.deployed_date === null ? start : dayOf(home.deployed_date));
  const others = tokens
    .filter((token) => token.id !== home.id)
    .sort((a, b) => a.id - b.id)
    .map((token): TokenLife => {
      const later = randomStream(seed, "launch", asset.slug, token.id).integer(420);
      const own = token.deployed_date === null ? start + later : dayOf(token.deployed_date);
      return { token, launch: Math.max(own, token.is_bridged ? homeLaunch : start) };
    });
  const lives = [{ token: home, launch: homeLaunch }, ...others];
  return { launch: Math.min(...lives.map((life) => life.launch)), tokens: lives };
}
