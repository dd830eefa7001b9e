import { type Refusal, refuse } from "./parsed";

/** Marks of sample data in files of this product, which imports reject. */

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

/** The rejected rows of one kind. */
export interface RefusalKind {
  kind: string;
  /** Rows with at least one refusal of this kind. */
  rows: number;
  firstLine: number;
  lastLine: number;
  /** Text of the first of them. */
  example: string;
}

/** Counts refusals by kind, in the order of the lines of a file. */
export function createRefusalKinds() {
  const kinds = new Map<string, RefusalKind>();
  return {
    count({ line, kind, reason }: Refusal & { line: number }): void {
      const known = kinds.get(kind);
      if (known === undefined) {
        kinds.set(kind, { kind, rows: 1, firstLine: line, lastLine: line, example: reason });
        return;
      }
      if (line === known.lastLine) return;
      known.rows += 1;
      known.lastLine = line;
    },
    /** Most frequent first. */
    list: (): RefusalKind[] =>
      [...kinds.values()].sort((a, b) => b.rows - a.rows || a.firstLine - b.firstLine),
  };
}

export type RefusalKinds = ReturnType<typeof createRefusalKinds>;
