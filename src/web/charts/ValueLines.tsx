import type { Axis } from "./plan/axisTicks";

/** Position of a value on an axis, in percent of its length. */
export function placeOn({ min, max, isLog = false }: Axis & { isLog?: boolean }, value: number): number {
  const at = isLog ? Math.log10 : (one: number) => one;
  return ((at(value) - at(min)) / (at(max) - at(min))) * 100;
}

/** The position as a CSS length: a hundredth of a percent is less than a pixel. */
export const placeStyle = (...[axis, value]: Parameters<typeof placeOn>): string =>
  `${Math.round(placeOn(axis, value) * 100) / 100}%`;

/** Grid lines and labels of the value axis of a server-rendered plot. */
export const ValueLines = ({ axis }: { axis: Axis }) =>
  axis.ticks.map(({ value, label }) => (
    <span
      key={value}
      className="absolute inset-x-0 border-line border-t"
      style={{ bottom: placeStyle(axis, value) }}
    >
      <span className="absolute right-full -translate-y-1/2 whitespace-nowrap pr-2 text-faint text-xs tabular-nums">
        {label}
      </span>
    </span>
  ));
