import { type ChartTheme, surfaces } from "./palette";
import { contrast, linearRgb, oklab } from "./spreadColors";

/** Minimum contrast of a colour to its page (WCAG 2.2, 1.4.11), with a margin for rounding. */
const LEAST_CONTRAST = 3.05;
const STEP = 0.01;

const known = new Map<string, string>();

/**
 * A colour adapted to a theme: unchanged if it has enough contrast to the page, else the nearest lightness of
 * the same hue that has. Colours are `#rrggbb`.
 */
export function suitTheme(hex: string, theme: ChartTheme): string {
  const key = `${theme} ${hex}`;
  const found = known.get(key) ?? suit(hex, theme);
  known.set(key, found);
  return found;
}

function suit(hex: string, theme: ChartTheme): string {
  const [lightness, a, b] = oklab(linearRgb(hex));
  let suited = hex;
  for (let by = STEP; contrast(suited, surfaces[theme]) < LEAST_CONTRAST && by <= 1; by += STEP) {
    suited = inGamut(theme === "light" ? lightness - by : lightness + by, a, b);
  }
  return suited;
}

/**
 * Middle of the lightness range with enough contrast. Shades move from there in the direction with more
 * range.
 */
const middle: Readonly<Record<ChartTheme, number>> = { light: 0.46, dark: 0.71 };
const SHADE = 0.1;

const shades = new Map<string, string>();

/** Another lightness of a palette colour; shade 0 is the colour itself. */
export function shadeOf(hex: string, shade: number, theme: ChartTheme): string {
  if (shade === 0) return hex;
  const key = `${theme} ${hex} ${shade}`;
  const found = shades.get(key) ?? shadedIn(hex, shade, theme);
  shades.set(key, found);
  return found;
}

function shadedIn(hex: string, shade: number, theme: ChartTheme): string {
  const [lightness, a, b] = oklab(linearRgb(hex));
  const way = lightness > middle[theme] ? -1 : 1;
  return suitTheme(inGamut(lightness + way * shade * SHADE, a, b), theme);
}

/** Chroma of a colour in OKLCH: 0 is grey. */
export function chroma(hex: string): number {
  const [, a, b] = oklab(linearRgb(hex));
  return Math.hypot(a, b);
}

/** The colour of a lightness and hue, with the given chroma or the largest one that a screen can show. */
function inGamut(lightness: number, a: number, b: number): string {
  for (let share = 1; share > 0; share -= 0.02) {
    const rgb = toLinear(lightness, a * share, b * share);
    if (rgb.every((channel) => channel >= 0 && channel <= 1)) return toHex(rgb);
  }
  const grey = lightness ** 3;
  return toHex([grey, grey, grey].map((channel) => Math.min(1, Math.max(0, channel))));
}

/** The inverse of `oklab` (https://bottosson.github.io/posts/oklab/). */
function toLinear(lightness: number, a: number, b: number): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const toHex = (linear: readonly number[]): string =>
  `#${linear
    .map((channel) => {
      const value = channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055;
      return Math.round(value * 255)
        .toString(16)
        .padStart(2, "0");
    })
    .join("")}`;
