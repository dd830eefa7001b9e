import { type ColorChoice, inkFor } from "./groupColor";
import { pageInk } from "./palette";

export interface SwatchProps {
  color: ColorChoice;
  /** The dash pattern of a line; without it the swatch is a square. */
  dash?: readonly number[] | undefined;
}

/** A sample of a chart colour. */
export function Swatch({ color, dash }: SwatchProps) {
  const ink = inkFor(color, pageInk);
  return dash ? (
    <svg className="chart-swatch-dash" width="18" height="8" aria-hidden="true">
      <line
        x1="0"
        x2="18"
        y1="4"
        y2="4"
        stroke={ink}
        strokeWidth="2.25"
        strokeDasharray={dash.join(" ") || undefined}
      />
    </svg>
  ) : (
    <span className="chart-swatch" style={{ background: ink }} aria-hidden="true" />
  );
}
