import clsx from "clsx";
import { barWidth } from "../../format/barWidth";

export interface FlowBarProps {
  /** What flowed in, or out where it is negative. */
  value: number;
  /** The largest of the flows that it stands among, in either direction. */
  largest: number;
}

/** A flow as a bar for the eye: inflow to the right of the middle, outflow to the left. */
export const FlowBar = ({ value, largest }: FlowBarProps) => (
  <span aria-hidden="true" className="relative block h-2 w-full min-w-24">
    <span className="absolute inset-y-[-2px] left-1/2 w-px bg-line-strong" />
    <span
      className={clsx(
        "absolute inset-y-0 rounded-sm",
        value < 0 ? "right-1/2 bg-negative" : "left-1/2 bg-positive",
      )}
      style={{ width: barWidth(largest > 0 ? (Math.abs(value) / largest) * 50 : 0) }}
    />
  </span>
);
