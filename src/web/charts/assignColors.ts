import { type ChartGroup, groupKey, OTHERS_TYPE } from "./chartSeries";
import { colorDistance, contrast } from "./colorDistance";
import { type ChartInk, darkInk, lightInk, SLOTS } from "./palette";

/** A colour that each ink turns into a value of its own. */
export type ColorChoice = { slot: number } | { own: string } | "others";

export const inkFor = (choice: ColorChoice, ink: ChartInk): string =>
  choice === "others" ? ink.others : "own" in choice ? choice.own : (ink.palette[choice.slot] ?? ink.others);

/** Own colours nearer than this to another of the chart give way. */
const TOO_NEAR = 0.06;
/** Slots nearer than this to an own colour of the chart are taken last. */
const RESEMBLES = 0.09;
/** Own colours with less contrast to a page of either theme give way. */
const TOO_FAINT = 1.8;

/**
 * The colour of each group of a chart, by `groupKey`. A group keeps its own
 * colour where that can be seen and told apart; every other group has one that
 * follows from its type and id, the same in every chart, unless another group
 * of this chart already has it: then the next free one.
 */
export function assignColors(groups: readonly ChartGroup[]): Map<string, ColorChoice> {
  const choices = new Map<string, ColorChoice>();
  const own: string[] = [];
  const waiting: string[] = [];
  // By key and not by size, so that a colour does not change with the figures.
  const byKey = [...new Map(groups.map((group) => [groupKey(group), group]))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  for (const [key, group] of byKey) {
    const color = usableColor(group.color);
    if (group.type === OTHERS_TYPE) choices.set(key, "others");
    else if (color && own.every((taken) => colorDistance(taken, color) >= TOO_NEAR)) {
      own.push(color);
      choices.set(key, { own: color });
    } else waiting.push(key);
  }
  const taken = new Set<number>();
  const resembled = new Set(
    Array.from({ length: SLOTS }, (_, slot) => slot).filter((slot) =>
      [lightInk, darkInk].some(({ palette }) =>
        own.some((other) => colorDistance(other, palette[slot] ?? other) < RESEMBLES),
      ),
    ),
  );
  for (const key of waiting) {
    const start = stableHash(key) % SLOTS;
    const slots = Array.from({ length: SLOTS }, (_, step) => (start + step) % SLOTS);
    const slot =
      slots.find((one) => !taken.has(one) && !resembled.has(one)) ??
      slots.find((one) => !taken.has(one)) ??
      start;
    taken.add(slot);
    choices.set(key, { slot });
  }
  return choices;
}

/** Colours come from the catalog and end up in markup: nothing but `#rrggbb` passes. */
function usableColor(color: string | null | undefined): string | undefined {
  if (!color || !/^#[0-9a-f]{6}$/i.test(color)) return undefined;
  const hex = color.toLowerCase();
  const seen = [lightInk.surface, darkInk.surface].every((page) => contrast(hex, page) >= TOO_FAINT);
  return seen ? hex : undefined;
}

/** FNV-1a, 32 bits: spreads short keys evenly and is the same everywhere. */
function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Dash patterns of lines, by their order in the legend. */
export const dashes: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [10, 3, 2, 3]];
export const dashOf = (order: number): readonly number[] => dashes[order % dashes.length] ?? [];
