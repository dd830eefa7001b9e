/** Which entities of the catalog a text is about, by rules that anybody can check. */
import type { CatalogIndex, Named } from "../resources/catalogIndex";
import type { NewsTagKind } from "../vocabulary/newsTagKinds";

/** Names that are also ordinary words: a text must name these entities explicitly. */
const ordinary: ReadonlySet<string> = new Set(
  "abstract apex arc arch avenue backed base blast bond bridge canto canton cash chronicle coin core dollar dusk eagle euro figure flow form fuse gem gold harbor hive hope ink king ledger liquid loop mantle mantra midas mode moon near noble note nova one open optimism origin pact paper plume pool provenance ribbon safe scroll silver sky solid sonic spark stable star story stream swarm tea tree true unit usual vault wave world zero".split(
    " ",
  ),
);

const isOrdinaryWord = (name: string): boolean => ordinary.has(name.toLowerCase());

export type NewsTags = Readonly<Record<NewsTagKind, readonly Named[]>>;

/** A text with the assets that are known to be its subject. */
export interface TaggedText {
  text: string;
  assets: readonly string[];
}

interface Rule {
  entity: Named;
  pattern: RegExp;
}

const MIN_TICKER = 3;
/**
 * Escapes text for a pattern with the flag `u`, which rejects the escape of any other character, such as
 * `\\-`.
 */
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
/** The words alone, as they are written: neither within others nor in other letters. */
const standing = (words: string) => `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`;
const exactly = (name: string) => new RegExp(standing(escaped(name)), "u");

/** A name that is a word too counts as "Base network", "the Base blockchain" or "on Base". */
const saidToBe = (name: string) => {
  const word = escaped(name);
  return new RegExp(
    `${standing(`${word} (?:network|chain|blockchain|protocol|ledger|mainnet|platform|Network|Chain|Blockchain|Protocol|Ledger|Mainnet)`)}|${standing(`on ${word}`)}`,
    "u",
  );
};

const byName = (entity: Named): Rule[] =>
  entity.name.length < 3
    ? []
    : [{ entity, pattern: isOrdinaryWord(entity.name) ? saidToBe(entity.name) : exactly(entity.name) }];

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** `BUIDL` or `$BUIDL`; a ticker that is a word or a currency only with its dollar sign. */
function byTicker(entity: Named, ticker: string): Rule[] {
  if (ticker.length < MIN_TICKER || !/\p{Lu}/u.test(ticker)) return [];
  const isPlain = isOrdinaryWord(ticker) || currencies.has(ticker) || !/\p{Lu}.*\p{Lu}/u.test(ticker);
  return [
    {
      entity,
      pattern: new RegExp(
        isPlain ? `\\$${escaped(ticker)}(?![\\p{L}\\p{N}])` : standing(escaped(ticker)),
        "u",
      ),
    },
  ];
}

/**
 * Tags texts by a catalog: entities by their names, and assets also by their tickers. An asset adds its
 * platform, its issuer and its manager.
 */
export function createNewsTagger(catalog: CatalogIndex): (text: TaggedText) => NewsTags {
  const rules: Record<NewsTagKind, readonly Rule[]> = {
    asset: catalog.assets.flatMap((asset) => [...byName(asset), ...byTicker(asset, asset.ticker)]),
    platform: catalog.platforms.flatMap(byName),
    issuer: catalog.issuers.flatMap(byName),
    manager: catalog.managers.flatMap(byName),
    network: catalog.networks.flatMap(byName),
  };
  const found = (kind: NewsTagKind, text: string, more: readonly (Named | null | undefined)[]): Named[] => {
    const meant = rules[kind].flatMap(({ entity, pattern }) => (pattern.test(text) ? [entity] : []));
    return [...new Set([...more.flatMap((one) => one ?? []), ...meant])];
  };
  return ({ text, assets }) => {
    const known = assets.map((slug) => catalog.assetBySlug.get(slug));
    const asset = found("asset", text, known);
    const parties = (kind: "platform" | "issuer" | "manager") =>
      asset.map(({ slug }) => {
        const row = catalog.assetBySlug.get(slug);
        return row && catalog.partyOf(kind, row);
      });
    return {
      asset,
      platform: found("platform", text, parties("platform")),
      issuer: found("issuer", text, parties("issuer")),
      manager: found("manager", text, parties("manager")),
      network: found("network", text, []),
    };
  };
}
