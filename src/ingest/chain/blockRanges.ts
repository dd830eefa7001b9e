/** Sets of blocks as ranges, and what is missing of them. */
import type { BlockRange } from "./rpcProblem";

/** Parts of `wanted` that no range of `covered` contains, in order. */
export function missingRanges(wanted: BlockRange, covered: readonly BlockRange[]): BlockRange[] {
  const missing: BlockRange[] = [];
  let { from } = wanted;
  for (const range of inOrder(covered)) {
    if (range.from > wanted.to) break;
    if (range.to < from) continue;
    if (range.from > from) missing.push({ from, to: range.from - 1n });
    from = range.to + 1n;
  }
  if (from <= wanted.to) missing.push({ from, to: wanted.to });
  return missing;
}

/** The last block up to which every block from `start` on is covered, or null if `start` is not. */
export function coveredTo(start: bigint, covered: readonly BlockRange[]): bigint | null {
  let last: bigint | null = null;
  for (const { from, to } of inOrder(covered)) {
    if (from > (last === null ? start : last + 1n)) break;
    if (to >= start && (last === null || to > last)) last = to;
  }
  return last;
}

export interface SharedRange<Id> {
  range: BlockRange;
  /** All of those that miss the whole range. */
  ids: Id[];
}

/**
 * Splits missing ranges at the bounds of all others, so that each part is read for all that miss it at once.
 * @returns parts in order of blocks
 */
export function sharedRanges<Id>(missing: ReadonlyMap<Id, readonly BlockRange[]>): SharedRange<Id>[] {
  const all = [...missing].flatMap(([id, ranges]) => ranges.map((range) => ({ id, range })));
  const bounds = [...new Set(all.flatMap(({ range }) => [range.from, range.to + 1n]))].sort((a, b) =>
    a < b ? -1 : 1,
  );
  return bounds.slice(0, -1).flatMap((from, index) => {
    const range = { from, to: (bounds[index + 1] ?? from) - 1n };
    const ids = all
      .filter(({ range: wanted }) => wanted.from <= range.from && wanted.to >= range.to)
      .map(({ id }) => id);
    return ids.length === 0 ? [] : [{ range, ids }];
  });
}

const inOrder = (ranges: readonly BlockRange[]): BlockRange[] =>
  [...ranges].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
