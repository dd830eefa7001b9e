import clsx from "clsx";
import { barWidth } from "../../format/barWidth";

export interface FlowBarProps {
  /** Inflow, or outflow if negative. */
  value: number;
  /** The largest flow of the table, by absolute value. */
  largest: number;
}

/** Bar of a flow: inflows extend right of the centre, outflows left. */
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
