import uFuzzy from "@leeoniya/ufuzzy";
import type { SearchGroup, SearchItem } from "#domain";

/** One thing found. `ranges` are pairs of offsets into its label: what matched. */
export interface SearchHit {
  item: SearchItem;
  ranges: readonly number[];
}

export interface HitGroup {
  id: SearchGroup["id"];
  label: string;
  hits: SearchHit[];
}

export interface SearchIndex {
  /** The best hits, in their groups; the group with the best hit comes first. */
  search(query: string): HitGroup[];
}

/** A group shows at most this many hits, so that the list stays short enough to read and to draw at once. */
export const HITS_PER_GROUP = 8;

interface Entry {
  group: SearchGroup;
  item: SearchItem;
  /** Label and short words, folded. */
  names: string[];
  /** Long identifiers (contract addresses), folded. */
  addresses: string[];
}

/** How well an entry matches; smaller is better. */
const EXACT = 0;
const LABEL_PREFIX = 1;
const WORD_PREFIX = 2;
const FUZZY = 3;
const DETAIL = 4;

/** Words longer than this are identifiers: found from their start or as a whole, never by similarity. */
const ADDRESS_LENGTH = 21;
const MIN_ADDRESS_QUERY = 4;

/** One wrong, missing, doubled or swapped letter per word; short words and numbers must be right. */
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

/** Prepares groups for searching; do it once per set of groups. */
export function createSearchIndex(groups: readonly SearchGroup[]): SearchIndex {
  const entries: Entry[] = groups.flatMap((group) =>
    group.items.map((item) => ({
      group,
      item,
      names: [item.label, ...item.keywords.filter((word) => word.length < ADDRESS_LENGTH)].map(fold),
      addresses: item.keywords
        .filter((word) => word.length >= ADDRESS_LENGTH)
        .map((word) => word.toLowerCase()),
    })),
  );
  // The label comes first, so that offsets of matches in it are offsets in the label.
  const names = entries.map((entry) => entry.names.join(" \n "));
  const details = entries.map((entry) => fold(entry.item.sublabel));

  return {
    search: (query) => {
      const folded = fold(query.trim());
      if (folded === "") return [];
      const found = new Map<number, { rank: number; order: number; ranges: readonly number[] }>();
      const byAddress = addressMatches(entries, folded);
      for (const index of byAddress) found.set(index, { rank: EXACT, order: 0, ranges: [] });
      if (byAddress.length === 0) {
        matches(names, folded, (index, order, ranges) => {
          const entry = entries[index] as Entry;
          const inLabel = ranges.filter((_, at) => (ranges[at - (at % 2)] ?? 0) < entry.item.label.length);
          found.set(index, { rank: rankOf(entry.names, folded), order, ranges: inLabel });
        });
        matches(details, folded, (index, order) => {
          if (!found.has(index)) found.set(index, { rank: DETAIL, order, ranges: [] });
        });
      }
      const sorted = [...found].sort(([a, x], [b, y]) => x.rank - y.rank || x.order - y.order || a - b);
      return inGroups(sorted.map(([index, { ranges }]) => ({ entry: entries[index] as Entry, ranges })));
    },
  };
}

/** Calls back for each match of a haystack, best first. */
function matches(
  haystack: string[],
  needle: string,
  onMatch: (index: number, order: number, ranges: readonly number[]) => void,
): void {
  // Words may come in any order; beyond three the ways to order them are too many to try.
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

function rankOf(names: readonly string[], query: string): number {
  if (names.includes(query)) return EXACT;
  if (names.some((name) => name.startsWith(query))) return LABEL_PREFIX;
  return names.some((name) => name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(query)))
    ? WORD_PREFIX
    : FUZZY;
}

function addressMatches(entries: readonly Entry[], query: string): number[] {
  if (query.length < MIN_ADDRESS_QUERY || /\s/.test(query)) return [];
  return entries.flatMap(({ addresses }, index) =>
    addresses.some((address) => address.startsWith(query) || (query.length >= 6 && address.includes(query)))
      ? [index]
      : [],
  );
}

function inGroups(hits: readonly { entry: Entry; ranges: readonly number[] }[]): HitGroup[] {
  const groups = new Map<string, HitGroup>();
  for (const { entry, ranges } of hits) {
    const { id, label } = entry.group;
    const group = groups.get(id) ?? { id, label, hits: [] };
    groups.set(id, group);
    if (group.hits.length < HITS_PER_GROUP) group.hits.push({ item: entry.item, ranges });
  }
  return [...groups.values()];
}
