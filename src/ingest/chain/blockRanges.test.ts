import fc from "fast-check";
import { expect, it } from "vitest";
import { coveredTo, missingRanges, sharedRanges } from "./blockRanges";
import type { BlockRange } from "./rpcProblem";

const MOST = 30;
const range = fc
  .tuple(fc.integer({ min: 0, max: MOST }), fc.integer({ min: 0, max: MOST }))
  .map(([a, b]) => ({ from: BigInt(Math.min(a, b)), to: BigInt(Math.max(a, b)) }));
const ranges = fc.array(range, { maxLength: 6 });
const blocksOf = (all: readonly BlockRange[]) =>
  new Set(
    all.flatMap(({ from, to }) =>
      Array.from({ length: Number(to - from) + 1 }, (_, at) => Number(from) + at),
    ),
  );

it("finds exactly the blocks that are missing", () => {
  fc.assert(
    fc.property(range, ranges, (wanted, covered) => {
      const missing = missingRanges(wanted, covered);
      const known = blocksOf(covered);
      expect([...blocksOf(missing)]).toEqual([...blocksOf([wanted])].filter((block) => !known.has(block)));
      for (const [index, { from }] of missing.entries()) {
        if (index > 0) expect(from).toBeGreaterThan((missing[index - 1]?.to ?? 0n) + 1n);
      }
    }),
  );
});

it("finds the last block before the first that is missing", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MOST }), ranges, (start, covered) => {
      const known = blocksOf(covered);
      let last = start - 1;
      while (known.has(last + 1)) last += 1;
      expect(coveredTo(BigInt(start), covered)).toBe(last < start ? null : BigInt(last));
    }),
  );
});

it("reads each missing block once for all contracts that miss it", () => {
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 6 }), (wanted) => {
      const missing = new Map(wanted.map((one, id) => [id, missingRanges(one, [])]));
      const parts = sharedRanges(missing);
      const read = parts.flatMap(({ range: part, ids }) =>
        [...blocksOf([part])].map((block): [number, number[]] => [block, ids]),
      );
      const blocks = [...blocksOf(wanted)].sort((a, b) => a - b);
      expect(read.map(([block]) => block)).toEqual(blocks);
      for (const [block, ids] of read) {
        expect(ids).toEqual(
          [...missing.keys()].filter((id) => blocksOf([...(missing.get(id) ?? [])]).has(block)),
        );
      }
    }),
  );
});
