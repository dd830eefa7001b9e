import { type ColorChoice, inkFor } from "./groupColor";
import { darkInk, lightInk, SLOTS } from "./palette";

/** Perceptual distances of colours in the format `#rrggbb`. */
export type Rgb = readonly [number, number, number];

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

/** Channels in linear light, 0 to 1. */
export const linearRgb = (hex: string): Rgb => [
  linear(Number.parseInt(hex.slice(1, 3), 16) / 255),
  linear(Number.parseInt(hex.slice(3, 5), 16) / 255),
  linear(Number.parseInt(hex.slice(5, 7), 16) / 255),
];

/** OKLab coordinates (https://bottosson.github.io/posts/oklab/). */
export function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Distance in OKLab; black and white are 1 apart. */
export function colorDistance(a: string, b: string): number {
  const [l1, a1, b1] = oklab(linearRgb(a));
  const [l2, a2, b2] = oklab(linearRgb(b));
  return Math.hypot(l1 - l2, a1 - a2, b1 - b2);
}

/** Contrast ratio as WCAG 2 defines it, 1 to 21. */
export function contrast(a: string, b: string): number {
  const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const first = luminance(linearRgb(a));
  const second = luminance(linearRgb(b));
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** CIELAB coordinates under D65 (CIE 15:2004). */
function cielab([r, g, b]: Rgb): Rgb {
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000 of two colours in CIELAB (Sharma, Wu and Dalal 2005); black and white are 100 apart. */
export function deltaE([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const of25 = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const stretch = 1.5 - 0.5 * of25((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2);
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const hue = (a: number, b: number) => ((Math.atan2(b, a * stretch) * 180) / Math.PI + 360) % 360;
  const [h1, h2] = [hue(a1, b1), hue(a2, b2)];
  const isGrey = c1 * c2 === 0;
  const hueDifference = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const meanHue = isGrey ? h1 + h2 : (h1 + hueDifference / 2 + 360) % 360;
  const [meanL, meanC] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos(radians(meanHue - 30)) +
    0.24 * Math.cos(radians(2 * meanHue)) +
    0.32 * Math.cos(radians(3 * meanHue + 6)) -
    0.2 * Math.cos(radians(4 * meanHue - 63));
  const light = (l2 - l1) / (1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2));
  const colourful = (c2 - c1) / (1 + 0.045 * meanC);
  const hueTerm = (2 * Math.sqrt(c1 * c2) * Math.sin(radians(hueDifference / 2))) / (1 + 0.015 * meanC * t);
  const rotation = -2 * of25(meanC) * Math.sin(radians(60 * Math.exp(-(((meanHue - 275) / 25) ** 2))));
  return Math.sqrt(light ** 2 + colourful ** 2 + hueTerm ** 2 + rotation * colourful * hueTerm);
}

/** Largest number of series whose colours are spread: no palette keeps all pairs of more series apart. */
export const FEW_SERIES = 6;

/** Minimum distance of two colours in a chart of few series, in CIEDE2000. */
export const LEAST_DELTA_E = 20;

/** All colours of the palette, in every lightness. */
const candidates: readonly ColorChoice[] = [0, 1, 2].flatMap((shade) =>
  Array.from({ length: SLOTS }, (_, slot) => ({ slot, shade })),
);

const known = new Map<string, readonly Rgb[]>();

/** A colour in each theme, in CIELAB. */
function inThemes(choice: ColorChoice): readonly Rgb[] {
  const key = JSON.stringify(choice);
  const found = known.get(key) ?? [lightInk, darkInk].map((ink) => cielab(linearRgb(inkFor(choice, ink))));
  known.set(key, found);
  return found;
}

/** CIEDE2000 of two colours, in the theme in which they are closer. */
export function apart(a: ColorChoice, b: ColorChoice): number {
  const ofB = inThemes(b);
  return Math.min(...inThemes(a).map((lab, theme) => deltaE(lab, ofB[theme] ?? lab)));
}

/**
 * Colours of few series, each at least `LEAST_DELTA_E` from all others. A series keeps the colour of its
 * group unless an earlier one, the grey of the others or a benchmark is too similar. It then gets the palette
 * colour with the largest distance to all used and upcoming ones.
 *
 * @param choices in the order of the legend; more than `FEW_SERIES` are returned unchanged
 */
export function spreadColors(choices: readonly ColorChoice[]): readonly ColorChoice[] {
  if (choices.length > FEW_SERIES) return choices;
  const spread = [...choices];
  const distance = (choice: ColorChoice, others: readonly ColorChoice[]) =>
    Math.min(Number.POSITIVE_INFINITY, ...others.map((other) => apart(choice, other)));
  const fixed = choices.filter((choice) => typeof choice === "string");
  choices.forEach((choice, order) => {
    if (typeof choice === "string") return;
    const earlier = [...fixed, ...spread.slice(0, order).filter((one) => typeof one !== "string")];
    if (distance(choice, earlier) >= LEAST_DELTA_E) return;
    const later = choices.slice(order + 1).filter((one) => distance(one, earlier) >= LEAST_DELTA_E);
    const used = [...earlier, ...later];
    spread[order] = candidates.reduce((best, one) =>
      distance(one, used) > distance(best, used) ? one : best,
    );
  });
  return spread;
}
