import { BENCHMARK_TYPE, type ChartGroup, groupKey, OTHERS_TYPE } from "../series/chartSeries";
import { type ChartInk, type ChartTheme, darkInk, lightInk, SLOTS } from "./palette";
import { settledColors } from "./settledColors";
import { chroma, shadeOf, suitTheme } from "./suitTheme";

/** A colour choice, which each ink maps to a value: the same hue in another lightness. */
export type ColorChoice = { slot: number; shade?: number } | { own: string } | "others" | "benchmark";

/** The parts of an entity or group that determine its colour. */
export type ColoredGroup = Pick<ChartGroup, "type" | "id" | "slug" | "name" | "color">;

/** Number of lightness variants of each palette colour, which makes duplicates in a chart rare. */
const SHADES = 3;

/** Below this chroma, a catalog colour has no recognizable hue. */
const LEAST_CHROMA = 0.04;

/**
 * The colour of a group or entity: the assigned one, else its own from the catalog if that has a hue, else
 * one derived from its id. It depends on nothing else, so that it is the same in every chart, table and
 * legend (docs/decisions/0014).
 */
export function groupColor(group: ColoredGroup): ColorChoice {
  if (group.type === OTHERS_TYPE) return "others";
  if (group.type === BENCHMARK_TYPE) return "benchmark";
  const key = groupKey(group);
  const settled = settledColors[key];
  const own = settled === undefined ? ownColor(group.color) : null;
  if (own !== null) return { own };
  // Related entities have adjacent ids in the catalog: adjacent ids have different colours.
  const number = settled ?? (typeof group.id === "number" ? group.id : stableHash(key));
  return { slot: number % SLOTS, shade: Math.floor(number / SLOTS) % SHADES };
}

/** The value of a colour in an ink. */
export function inkFor(choice: ColorChoice, ink: ChartInk): string {
  if (choice === "others") return ink.others;
  if (choice === "benchmark") return ink.text;
  if ("slot" in choice && !choice.shade) return ink.palette[choice.slot] ?? ink.others;
  if (ink.theme !== "page") return valueIn(choice, ink.theme);
  const [light, dark] = [valueIn(choice, "light"), valueIn(choice, "dark")];
  return light === dark ? light : `light-dark(${light}, ${dark})`;
}

function valueIn(choice: Exclude<ColorChoice, string>, theme: ChartTheme): string {
  if ("own" in choice) return suitTheme(choice.own, theme);
  const { palette, others } = theme === "light" ? lightInk : darkInk;
  return shadeOf(palette[choice.slot] ?? others, choice.shade ?? 0, theme);
}

const DARK_WORDS = "#0f141c";
const LIGHT_WORDS = "#ffffff";

/** Colour of text on a colour: dark or light, whichever has more contrast. */
export function wordsOn(choice: ColorChoice, ink: ChartInk): string {
  if (ink.theme !== "page") return readableOn(fillIn(choice, ink.theme));
  const [light, dark] = [readableOn(fillIn(choice, "light")), readableOn(fillIn(choice, "dark"))];
  return light === dark ? light : `light-dark(${light}, ${dark})`;
}

function fillIn(choice: ColorChoice, theme: ChartTheme): string {
  const { others, text } = theme === "light" ? lightInk : darkInk;
  return choice === "others" ? others : choice === "benchmark" ? text : valueIn(choice, theme);
}

const readableOn = (fill: string): string =>
  contrast(fill, DARK_WORDS) >= contrast(fill, LIGHT_WORDS) ? DARK_WORDS : LIGHT_WORDS;

/** The contrast of two colours as WCAG 2.2 defines it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Validates a catalog colour, which becomes part of the markup: only `#rrggbb` is accepted. */
function ownColor(color: string | null | undefined): string | null {
  if (!color || !/^#[0-9a-f]{6}$/i.test(color)) return null;
  const hex = color.toLowerCase();
  return chroma(hex) >= LEAST_CHROMA ? hex : null;
}

/** FNV-1a, 32 bits: distributes short keys evenly, and is the same on every platform. */
function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Dash patterns of lines, by their order in the legend. */
export const dashes: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [10, 3, 2, 3]];
export const dashOf = (order: number): readonly number[] => dashes[order % dashes.length] ?? [];
