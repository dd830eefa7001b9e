import clsx from "clsx";
import type { Polarity } from "#domain/metrics";
import type { Size } from "../styles/scale";

const boxes: Record<Size, { width: number; height: number }> = {
  xs: { width: 48, height: 14 },
  sm: { width: 72, height: 18 },
  md: { width: 96, height: 24 },
  lg: { width: 144, height: 36 },
  xl: { width: 224, height: 56 },
};

/** Units per pixel, so that integers are sufficiently precise. */
const GRAIN = 2;
const PAD = 3;

/**
 * The path of a line through the known values within a box, with gaps for unknown ones. Integer steps
 * relative to the previous point keep it short: a page can have a hundred sparklines.
 */
export function sparklinePath(values: readonly (number | null)[], width: number, height: number): string {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return "";
  const min = Math.min(...known);
  const span = Math.max(...known) - min;
  const step = (width - 2 * PAD) / (values.length - 1);
  const pen = { x: 0, y: 0 };
  let path = "";
  let command = "m";
  values.forEach((value, index) => {
    if (value === null) {
      command = "m";
      return;
    }
    const share = span === 0 ? 0.5 : (value - min) / span;
    const x = Math.round(PAD + index * step);
    const y = Math.round(height - PAD - share * (height - 2 * PAD));
    path += `${command}${x - pen.x}${y < pen.y ? "" : " "}${y - pen.y}`;
    Object.assign(pen, { x, y });
    // Points after a move are lines without a command letter.
    command = " ";
  });
  return path;
}

export interface SparklineProps {
  /** In date order, evenly spaced. */
  values: readonly (number | null)[];
  /** Accessible name; without it the line is decorative. */
  label?: string;
  size?: Size;
  /** Determines the colour. Default: neither good nor bad. */
  polarity?: Polarity;
  /** True to shrink if space is short. */
  shrinks?: boolean;
}

/** A line chart the size of a word. Rendered on the server. */
export function Sparkline({
  values,
  label,
  size = "sm",
  polarity = "neutral",
  shrinks = false,
}: SparklineProps) {
  const { width, height } = boxes[size];
  const box = { width: width * GRAIN, height: height * GRAIN };
  const path = sparklinePath(values, box.width, box.height);
  const known = values.filter((value) => value !== null);
  const change = (known.at(-1) ?? 0) - (known[0] ?? 0);
  return (
    <svg
      viewBox={`0 0 ${box.width} ${box.height}`}
      width={width}
      height={height}
      preserveAspectRatio={shrinks ? "none" : undefined}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={clsx(
        "inline-block",
        shrinks && "min-w-0",
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
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}
