import type { Axis } from "./plan/axisTicks";
import { placeStyle } from "./plan/placeOn";

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
