import uFuzzy from "@leeoniya/ufuzzy";
import { addressesIn, addressKey } from "#domain/identifiers";
import { looksLikeAddress, type SearchGroup, type SearchItem } from "#domain/screens";

/** A search result. `ranges` are pairs of offsets of the matches in its label. */
export interface SearchHit {
  item: SearchItem;
  ranges: readonly number[];
}

export interface HitGroup {
  id: SearchGroup["id"];
  label: string;
  /** The best hits. */
  hits: SearchHit[];
  /** Total number of hits. */
  count: number;
}

export interface SearchIndex {
  /** The best hits by group; the group with the best hit comes first. */
  search(query: string): HitGroup[];
}

/** Limit of hits per group, which keeps the list short to read and fast to render. */
export const HITS_PER_GROUP = 8;

interface Entry {
  group: SearchGroup;
  item: SearchItem;
  /** Label, tickers and other names, folded. */
  names: string[];
  /** The words of the names. */
  words: string[];
  /** The words of the names and of the details next to the label. */
  allWords: string[];
  /** In lower case. */
  addresses: string[];
  /** Canonical form, in which all spellings are equal. */
  addressKeys: string[];
}

/**
 * Ranks of matches, best first. Equal ranks are ordered by group (assets before their tokens), and within a
 * group by its order, largest first.
 */
const ranks = {
  /** A name or ticker equals the text. */
  exact: 0,
  /**
   * A name or ticker starts with the text, or contains each word in full: `gold` matches PAX Gold as well as
   * Goldfinch.
   */
  prefix: 1,
  /** Each word starts a word of the names. */
  words: 2,
  /** Each word starts a word of the names or of the details. */
  details: 3,
  /** An address equals the text. Ranks below every exact name match. */
  wholeAddress: 4,
  /** A name contains the text, exactly or with errors. */
  within: 5,
  /** The details contain the text with errors. */
  nearDetails: 6,
  /** An address starts with or contains the text: last, because characters of addresses are random. */
  partOfAddress: 7,
} as const;

/** One wrong, missing, doubled or swapped letter per word; short words and numbers must be exact. */
const fuzzy = new uFuzzy({
  intraMode: 1,
  intraRules: (term) => {
    const tolerant = term.length >= 4 && !/\d/.test(term) ? 1 : 0;
    return {
      intraSlice: [1, Number.POSITIVE_INFINITY],
      intraIns: tolerant,
      intraSub: tolerant,
      intraTrn: tolerant,
      intraDel: tolerant,
    };
  },
});

const fold = (text: string): string => uFuzzy.latinize(text).toLowerCase();
const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");

interface Found {
  rank: number;
  /** Order among equal ranks; entries with the same order keep theirs. */
  order: number;
  ranges: readonly number[];
}

/** Prepares groups for searching; call once per set of groups. */
export function createSearchIndex(groups: readonly SearchGroup[]): SearchIndex {
  const entries: Entry[] = groups.flatMap((group) =>
    group.items.map((item) => {
      const names = [item.label, ...item.keywords].map(fold);
      const words = names.flatMap(wordsOf);
      return {
        group,
        item,
        names,
        words,
        allWords: [...words, ...wordsOf(fold(item.sublabel))],
        addresses: item.addresses.map((address) => address.toLowerCase()),
        addressKeys: item.addresses.map(lowerKey),
      };
    }),
  );
  // The label comes first, so that offsets of matches in it are offsets in the label.
  const names = entries.map((entry) => entry.names.join(" \n "));
  const details = entries.map((entry) => fold(entry.item.sublabel));

  return {
    search: (query) => {
      const typed = fold(query.trim());
      if (typed === "") return [];
      const found = new Map<number, Found>();
      const add = (index: number, hit: Found) => {
        if (!found.has(index)) found.set(index, hit);
      };
      const typedWords = wordsOf(typed);
      for (const [index, entry] of entries.entries()) {
        const rank = strictRank(entry, typed, typedWords);
        if (rank !== null) add(index, { rank, order: 0, ranges: rangesInLabel(entry, typed, typedWords) });
      }
      const byAddress = addressMatches(entries, query.trim());
      for (const [index, hit] of byAddress) if (hit.rank === ranks.wholeAddress) add(index, hit);
      if ([...found.values()].some(({ rank }) => rank < ranks.within)) {
        // If there are strict matches, fuzzy ones are excluded: only names that contain the exact text are
        // added.
        for (const [index, { names }] of entries.entries()) {
          const at = names[0]?.indexOf(typed) ?? -1;
          if (at >= 0 || names.some((name) => name.includes(typed)))
            add(index, { rank: ranks.within, order: 0, ranges: at >= 0 ? [at, at + typed.length] : [] });
        }
      } else {
        matches(names, typed, (index, order, ranges) => {
          const { length } = (entries[index] as Entry).item.label;
          const inLabel = ranges.filter((_, at) => (ranges[at - (at % 2)] ?? 0) < length);
          add(index, { rank: ranks.within, order, ranges: inLabel });
        });
        matches(details, typed, (index, order) => add(index, { rank: ranks.nearDetails, order, ranges: [] }));
      }
      for (const [index, hit] of byAddress) add(index, hit);
      const sorted = [...found].sort(([a, x], [b, y]) => x.rank - y.rank || x.order - y.order || a - b);
      return inGroups(sorted.map(([index, { ranges }]) => ({ entry: entries[index] as Entry, ranges })));
    },
  };
}

/** Rank of the exact match of an entry's names; null if they do not match. */
function strictRank(entry: Entry, typed: string, typedWords: readonly string[]): number | null {
  if (entry.names.includes(typed)) return ranks.exact;
  if (entry.names.some((name) => name.startsWith(typed))) return ranks.prefix;
  if (typedWords.length === 0) return null;
  const begins = (words: readonly string[]) =>
    typedWords.every((typedWord) => words.some((word) => word.startsWith(typedWord)));
  if (typedWords.every((typedWord) => entry.words.includes(typedWord))) return ranks.prefix;
  if (begins(entry.words)) return ranks.words;
  return begins(entry.allWords) ? ranks.details : null;
}

/** Ranges of the text in the label, at the start of words. */
function rangesInLabel({ item }: Entry, typed: string, typedWords: readonly string[]): number[] {
  const label = fold(item.label);
  // Folding can change the length of a text, which invalidates offsets.
  if (label.length !== item.label.length) return [];
  if (label.startsWith(typed)) return [0, typed.length];
  const starts = typedWords.flatMap((word): [number, number][] => {
    let at = label.indexOf(word);
    while (at > 0 && /[\p{L}\p{N}]/u.test(label[at - 1] ?? "")) at = label.indexOf(word, at + 1);
    return at < 0 ? [] : [[at, at + word.length]];
  });
  return starts.sort(([a], [b]) => a - b).flat();
}

/** Calls back for each match of a haystack, best first. */
function matches(
  haystack: string[],
  needle: string,
  onMatch: (index: number, order: number, ranges: readonly number[]) => void,
): void {
  // Words can come in any order. Above three, there are too many permutations.
  const [indexes, info, sorted] = fuzzy.search(haystack, needle, 3, 2_000);
  if (indexes === null) return;
  if (info === null || sorted === null) {
    for (const [order, index] of indexes.entries()) onMatch(index, order, []);
    return;
  }
  for (const [order, at] of sorted.entries()) {
    const index = info.idx[at];
    if (index !== undefined) onMatch(index, order, info.ranges[at] ?? []);
  }
}

/** The entries with a matching address, by index. Partial matches at the start come first. */
function addressMatches(entries: readonly Entry[], query: string): [index: number, Found][] {
  const typed = query.toLowerCase();
  const isLikely = looksLikeAddress(typed);
  const keys = new Set(addressesIn(query).map(lowerKey));
  return entries.flatMap(({ addresses, addressKeys }, index): ReturnType<typeof addressMatches> => {
    if (addressKeys.some((key) => keys.has(key)))
      return [[index, { rank: ranks.wholeAddress, order: 0, ranges: [] }]];
    if (!isLikely) return [];
    if (addresses.some((address) => address.startsWith(typed)))
      return [[index, { rank: ranks.partOfAddress, order: 0, ranges: [] }]];
    const isPart = typed.length >= LEAST_PART && addresses.some((address) => address.includes(typed));
    return isPart ? [[index, { rank: ranks.partOfAddress, order: 1, ranges: [] }]] : [];
  });
}

/** Case is ignored even where a network's addresses are case-sensitive, as for other texts. */
const lowerKey = (address: string) => addressKey(address).toLowerCase();

const LEAST_PART = 6;

function inGroups(hits: readonly { entry: Entry; ranges: readonly number[] }[]): HitGroup[] {
  const groups = new Map<string, HitGroup>();
  for (const { entry, ranges } of hits) {
    const { id, label } = entry.group;
    const group = groups.get(id) ?? { id, label, hits: [], count: 0 };
    groups.set(id, group);
    group.count += 1;
    if (group.hits.length < HITS_PER_GROUP) group.hits.push({ item: entry.item, ranges });
  }
  return [...groups.values()];
}
