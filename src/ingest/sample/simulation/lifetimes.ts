import type { Asset, Token } from "#domain/catalog";
import { anchorsBySlug, platformStarts } from "../facts/anchors";
import { dayOf } from "../primitives/days";
import { randomStream } from "../primitives/randomStream";

/** When networks that are younger than the epoch opened (month-exact): nothing was deployed on them before. */
const starts: Readonly<Record<string, string>> = {
  abstract: "2025-01-27",
  arc: "2026-06-01",
  base: "2023-08-09",
  berachain: "2025-02-06",
  blast: "2024-02-29",
  bob: "2024-05-01",
  citrea: "2026-01-27",
  etherlink: "2024-05-15",
  fraxtal: "2024-02-07",
  hemi: "2025-03-12",
  hyperevm: "2025-02-18",
  ink: "2024-12-18",
  kaia: "2024-08-29",
  katana: "2025-06-30",
  linea: "2023-07-18",
  lisk: "2024-11-07",
  "manta-pacific": "2023-09-12",
  mantle: "2023-07-17",
  megaeth: "2026-02-09",
  mezo: "2025-05-15",
  mode: "2024-01-31",
  monad: "2025-11-24",
  morph: "2024-10-21",
  movement: "2025-03-10",
  noble: "2023-03-28",
  opbnb: "2023-09-13",
  pharos: "2026-03-01",
  plasma: "2025-09-25",
  plume: "2025-06-05",
  "polygon-zkevm": "2023-03-27",
  "robinhood-chain": "2026-04-01",
  scroll: "2023-10-17",
  sei: "2023-08-15",
  somnia: "2025-09-02",
  soneium: "2025-01-14",
  sonic: "2024-12-18",
  sophon: "2024-12-18",
  stable: "2025-12-08",
  sui: "2023-05-03",
  superseed: "2025-01-20",
  swellchain: "2024-12-10",
  tac: "2025-07-15",
  taiko: "2024-05-27",
  tempo: "2026-03-18",
  unichain: "2025-02-11",
  "world-chain": "2024-10-17",
  "x-layer": "2024-04-16",
  "xrpl-evm": "2025-06-30",
  "zksync-era": "2023-03-24",
};

/** First day of tokens on a network; 0 if it is older than the sample. */
const networkStart = (network: string): number => {
  const start = starts[network];
  return start === undefined ? 0 : dayOf(start);
};

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
