/** How different colours look; colours are `#rrggbb`. */
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
