import { cielab, deltaE, linearRgb, type Rgb } from "./colorDistance";
import { type ColorChoice, inkFor } from "./groupColor";
import { darkInk, lightInk, SLOTS } from "./palette";

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
