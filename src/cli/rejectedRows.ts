import { stringify } from "csv-stringify/sync";
import { shownText } from "#domain/people";
import { MOST_QUARANTINED_AT_ONCE } from "#domain/query";
import type { Output } from "./outputs";

const columns = ["file", "line", "field", "kind", "reason", "row"] as const;

/**
 * Rows that imports rejected, as lines of CSV, escaped so that spreadsheets do not evaluate formulas. Piped output
 * has the original text; a terminal gets no control characters.
 */
export function* rejectedRows(
  rows: Output<"quarantine">["rows"],
  { isTerminal }: { isTerminal: boolean },
): Generator<string> {
  const line = (cells: readonly unknown[]) => stringify([[...cells]], { escape_formulas: true });
  yield line(columns);
  for (const row of rows) {
    const text = line(columns.map((column) => row[column]));
    yield isTerminal ? text.replace(/[^\t\n]+/g, shownText) : text;
  }
}

/** A hint on how to export all rows if not all were printed. */
export const howToSeeMore = (total: number): string =>
  total <= MOST_QUARANTINED_AT_ONCE
    ? `--limit ${total} prints all.`
    : `--limit ${MOST_QUARANTINED_AT_ONCE} prints the most at once; /admin/data has all of them as a file.`;
