import clsx from "clsx";
import type { Polarity } from "#domain/metrics";
import { type Direction, formatChange, formatPoints } from "./formatNumber";
import { Unknown } from "./Unknown";

const GOOD = "text-positive";
const BAD = "text-negative";
const NEITHER = "text-muted";

/** The colour states whether a change is good; the sign states its direction. */
const look: Record<Polarity, Record<Direction, string>> = {
  good: { up: GOOD, down: BAD, flat: NEITHER },
  bad: { up: BAD, down: GOOD, flat: NEITHER },
  neutral: { up: NEITHER, down: NEITHER, flat: NEITHER },
};

export interface ChangeProps {
  /** In percent; null if unknown. */
  percent: number | null | undefined;
  /** The look-back, such as `7d`, shown after it. */
  period?: string;
  /** Whether an increase is good, bad or neutral. */
  polarity: Polarity;
  /** The change is in percentage points. Default: in percent. */
  isPoints?: boolean;
  /** Default: `span`. */
  as?: "span" | "small";
}

/** A signed change, coloured by what is good for its metric. */
export function Change({ percent, period, polarity, isPoints = false, as: Words = "span" }: ChangeProps) {
  if (percent === null || percent === undefined) {
    return (
      <Words className="whitespace-nowrap">
        <Unknown />
        {period && <span className="text-faint"> {period}</span>}
      </Words>
    );
  }
  const { text, direction } = isPoints ? formatPoints(percent) : formatChange(percent);
  return (
    <Words className={clsx("whitespace-nowrap", look[polarity][direction])}>
      {text}
      {period && <span className="text-faint"> {period}</span>}
    </Words>
  );
}
