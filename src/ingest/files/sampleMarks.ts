/** Marks of sample data in files of this product, which imports reject. */
import { type Refusal, refuse } from "./parsed";

/** Columns or keys that mark a row, in lower case. */
const MARK_NAMES = ["is_sample", "sample data"];
const MARKED = ["true", "yes", "1"];
/** Ending of the metric or the column of a series. */
const SERIES_MARK = " (sample)";

export const isSampleColumn = (name: string): boolean => MARK_NAMES.includes(name.trim().toLowerCase());

export const isSampleMark = (value: unknown): boolean => MARKED.includes(String(value).trim().toLowerCase());

/** Whether a JSON object is marked, at any of its own keys. */
export const isSampleObject = (row: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(row).some(([key, value]) => isSampleColumn(key) && isSampleMark(value));

/** Whether the name of a series of an exported chart is marked. */
export const isSampleSeries = (name: string): boolean => name.trim().toLowerCase().endsWith(SERIES_MARK);

export const sampleRowRefusal: Refusal = refuse(
  "sample data",
  "the row is marked as sample data, which cannot be imported",
);
