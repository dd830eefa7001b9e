import { isoOf } from "../primitives/days";
import type { SimulatedAsset } from "../simulation/simulate";

/** Columns of `seriesText`, in order, and their types. */
export const seriesColumns = {
  asset_id: "UInt32",
  token_id: "UInt32",
  metric_id: "UInt32",
  first: "Date",
  values: "Array(Float64)",
} as const;

export interface SeriesText {
  text: string;
  /** Observations in it. */
  rows: number;
}

/**
 * The series of one asset as TabSeparated lines from the day `from` on: one
 * line per series, its values as an array with `nan` where nothing was
 * observed. A tenth of the letters of a line per observation, and read ten
 * times as fast.
 */
export function seriesText({ asset, series, window }: SimulatedAsset, from: number): SeriesText {
  let text = "";
  let rows = 0;
  for (const { listingId, metric, values } of series) {
    let first = Math.max(0, from - window.first);
    while (first < values.length && Number.isNaN(values[first])) first++;
    let end = values.length;
    while (end > first && Number.isNaN(values[end - 1])) end--;
    if (first === end) continue;
    const observed = values.subarray(first, end);
    for (const value of observed) if (!Number.isNaN(value)) rows++;
    const list = observed.join(",").replaceAll("NaN", "nan");
    text += `${asset.id}\t${listingId}\t${metric.id}\t${isoOf(window.first + first)}\t[${list}]\n`;
  }
  return { text, rows };
}
