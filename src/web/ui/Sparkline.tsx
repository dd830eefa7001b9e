import clsx from "clsx";
import type { Polarity } from "#domain";
import type { Size } from "./scale";

const boxes: Record<Size, { width: number; height: number }> = {
  xs: { width: 48, height: 14 },
  sm: { width: 72, height: 18 },
  md: { width: 96, height: 24 },
  lg: { width: 144, height: 36 },
  xl: { width: 224, height: 56 },
};

const PAD = 1.5;

/** The path of a line through the values that are known, within a box; gaps where they are not. */
export function sparklinePath(values: readonly (number | null)[], width: number, height: number): string {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return "";
  const min = Math.min(...known);
  const span = Math.max(...known) - min;
  const step = (width - 2 * PAD) / (values.length - 1);
  let pen = "M";
  let path = "";
  values.forEach((value, index) => {
    if (value === null) {
      pen = "M";
      return;
    }
    const share = span === 0 ? 0.5 : (value - min) / span;
    const y = height - PAD - share * (height - 2 * PAD);
    path += `${pen}${(PAD + index * step).toFixed(1)} ${y.toFixed(1)}`;
    pen = "L";
  });
  return path;
}

export interface SparklineProps {
  /** In date order, evenly spaced. */
  values: readonly (number | null)[];
  /** What a screen reader says; without it the line is an ornament. */
  label?: string;
  size?: Size;
  /** Whether more of it is good, bad or neither: its colour. Default: neither. */
  polarity?: Polarity;
}

/** The shape of a development in the space of a word. Rendered on the server. */
export function Sparkline({ values, label, size = "sm", polarity = "neutral" }: SparklineProps) {
  const { width, height } = boxes[size];
  const path = sparklinePath(values, width, height);
  const known = values.filter((value) => value !== null);
  const change = (known.at(-1) ?? 0) - (known[0] ?? 0);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={clsx(
        "inline-block",
        polarity === "neutral" || change === 0
          ? "text-faint"
          : change > 0 === (polarity === "good")
            ? "text-positive"
            : "text-negative",
      )}
    >
      {path && (
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}
