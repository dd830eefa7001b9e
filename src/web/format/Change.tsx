import clsx from "clsx";
import { type Direction, formatChange } from "./formatNumber";
import { Unknown } from "./Unknown";

const look: Record<Direction, string> = {
  up: "text-positive",
  down: "text-negative",
  flat: "text-muted",
};

export interface ChangeProps {
  /** In percent; null where unknown. */
  percent: number | null | undefined;
  /** The span it is over, such as `7d`, shown after it. */
  period?: string;
  /** The change is in percentage points. Default: in percent. */
  isPoints?: boolean;
}

/** A signed change; the sign says what the colour says. */
export function Change({ percent, period, isPoints = false }: ChangeProps) {
  if (percent === null || percent === undefined) {
    return (
      <span className="whitespace-nowrap">
        <Unknown />
        {period && <span className="text-faint"> {period}</span>}
      </span>
    );
  }
  const { text, direction } = formatChange(percent);
  return (
    <span className={clsx("whitespace-nowrap", look[direction])}>
      {isPoints ? text.replace("%", " pp") : text}
      {period && <span className="text-faint"> {period}</span>}
    </span>
  );
}
