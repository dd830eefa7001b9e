/** Decides by a figure whether the condition of a watch holds. */

import Decimal from "decimal.js";
import { DAY_MS } from "../days/days";
import type { WatchCondition } from "./watchSchema";

/** The figure of a watch. Unknown values are null. */
export interface WatchedFigure {
  value: number | null;
  /** The value as many days before as the change is over. */
  former: number | null;
  /** Day of the last observation, `YYYY-MM-DD`. */
  reported: string | null;
}

export type FigureCondition = Extract<
  WatchCondition,
  { kind: "threshold" | "change" | "staleness" | "depeg" }
>;

/** Whole days from one day to a later one, both `YYYY-MM-DD`. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/**
 * Change from one value to another; null if unknown, and in percent from zero. In decimals, so that a change
 * of exactly the limit counts.
 */
export function changeOf(
  { value, former }: Pick<WatchedFigure, "value" | "former">,
  by: "percent" | "amount",
): number | null {
  if (value === null || former === null) return null;
  const difference = new Decimal(value).minus(former);
  if (by === "amount") return difference.toNumber();
  return former === 0 ? null : difference.times(100).div(Math.abs(former)).toNumber();
}

/** Deviation of a price from one dollar's worth, in percent; null if unknown. */
export const pegDistance = (price: number | null): number | null =>
  price === null ? null : new Decimal(price).minus(1).abs().times(100).toNumber();

/**
 * Whether the condition holds; null where that is not known, which changes nothing.
 * @param today `YYYY-MM-DD`
 */
export function judgeFigure(
  condition: FigureCondition,
  figure: WatchedFigure,
  today: string,
): boolean | null {
  switch (condition.kind) {
    case "threshold": {
      const { value } = figure;
      if (value === null) return null;
      return condition.direction === "above" ? value > condition.value : value < condition.value;
    }
    case "change": {
      const change = changeOf(figure, condition.by);
      if (change === null) return null;
      const isUp = condition.direction !== "down" && change >= condition.value;
      const isDown = condition.direction !== "up" && change <= -condition.value;
      return isUp || isDown;
    }
    case "staleness":
      // Figures are of whole days: nothing is missing before today is over.
      return figure.reported === null ? null : daysBetween(figure.reported, today) - 1 >= condition.days;
    case "depeg": {
      const distance = pegDistance(figure.value);
      return distance === null ? null : distance > condition.percent;
    }
  }
}
