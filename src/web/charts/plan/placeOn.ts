import type { Axis } from "./axisTicks";

/** Position of a value on an axis, in percent of its length. */
export function placeOn({ min, max, isLog = false }: Axis & { isLog?: boolean }, value: number): number {
  const at = isLog ? Math.log10 : (one: number) => one;
  return ((at(value) - at(min)) / (at(max) - at(min))) * 100;
}

/** The position as a CSS length: a hundredth of a percent is less than a pixel. */
export const placeStyle = (...[axis, value]: Parameters<typeof placeOn>): string =>
  `${Math.round(placeOn(axis, value) * 100) / 100}%`;
