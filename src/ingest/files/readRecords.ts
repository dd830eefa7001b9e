import { parse } from "csv-parse/sync";
import type { LineBatch } from "./readLines";

/** One row of a file. `fields` is null where the row could not be read; `reason` says why. */
export interface FileRecord {
  /** Physical line on which the row starts, from 1. */
  line: number;
  fields: string[] | null;
  reason: string;
  /** The row as it stands in the file. */
  raw: string;
}

/** A quoted field may go over lines; a quote that is still open after this much is a mistake. */
const MAX_QUOTED_LINES = 1000;
const MAX_QUOTED_LENGTH = 1 << 20;

const DELIMITERS = [",", ";", "\t", "|"];

/** The delimiter that a header line uses most, outside quotes. */
export function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((d) => bare.split(d).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

interface Line {
  line: number;
  text: string;
}

/**
 * Rows of a CSV file, many at a time. A row that cannot be read costs that row only: reading goes on at the
 * next line. Rows without quotes are split here; csv-parse reads all others.
 */
export async function* readCsv(
  batches: AsyncIterable<LineBatch>,
  declared: string | undefined,
): AsyncGenerator<FileRecord[]> {
  let delimiter = declared ?? "";
  let open: Line[] = [];
  let openLength = 0;
  let records: FileRecord[] = [];

  const refuse = ({ line, text }: Line, reason: string) => {
    records.push({ line, fields: null, reason, raw: text });
  };
  /** A row over the given lines; false where they are no row. */
  const accept = (lines: readonly Line[]): string | null => {
    const raw = lines.map((l) => l.text).join("\n");
    const fields = lines.length === 1 ? splitQuoted(raw, delimiter) : null;
    const parsed = fields ?? parseRow(raw, delimiter);
    if (typeof parsed === "string") return parsed;
    records.push({ line: (lines[0] as Line).line, fields: parsed, reason: "", raw });
    return null;
  };
  const take = (lines: Line[]) => {
    const queue = lines;
    for (let i = 0; i < queue.length; i += 1) {
      const next = queue[i] as Line;
      const odd = countQuotes(next.text) % 2 === 1;
      if (open.length === 0 && !odd) {
        const problem = accept([next]);
        if (problem !== null) refuse(next, problem);
        continue;
      }
      open.push(next);
      openLength += next.text.length;
      if (odd && open.length > 1) {
        const problem = accept(open);
        if (problem !== null) giveUp(problem);
        else closeOpen();
      } else if (open.length > MAX_QUOTED_LINES || openLength > MAX_QUOTED_LENGTH) {
        giveUp("a quote is opened and not closed");
      }
    }
  };
  const closeOpen = () => {
    open = [];
    openLength = 0;
  };
  /** Refuses the line that opened the quote and reads those after it again. */
  const giveUp = (reason: string) => {
    const [first, ...others] = open as [Line, ...Line[]];
    closeOpen();
    refuse(first, reason);
    take(others);
  };

  for await (const batch of batches) {
    const { first, lines, refused } = batch;
    for (let i = 0; i < lines.length; i += 1) {
      const written = lines[i] as string;
      const text = written.endsWith("\r") ? written.slice(0, -1) : written;
      const line = first + i;
      const problem = refused.size > 0 ? refused.get(i) : undefined;
      if (problem !== undefined) refuse({ line, text }, problem);
      else if (open.length > 0 || text.includes('"')) {
        if (delimiter === "") delimiter = delimiterOf(text);
        take([{ line, text }]);
      } else if (text.trim() !== "") {
        if (delimiter === "") delimiter = delimiterOf(text);
        records.push({ line, fields: text.split(delimiter), reason: "", raw: text });
      }
    }
    yield records;
    records = [];
  }
  while (open.length > 0) giveUp("a quote is opened and not closed");
  yield records;
}

const countQuotes = (text: string) => {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count += 1;
  return count;
};

/** Fields of a row whose quotes do nothing but enclose whole fields; null where they do more. */
function splitQuoted(text: string, delimiter: string): string[] | null {
  const fields = text.split(delimiter);
  for (let i = 0; i < fields.length; i += 1) {
    const field = fields[i] as string;
    const quotes = countQuotes(field);
    if (quotes === 0) continue;
    if (quotes !== 2 || field.length < 2 || field[0] !== '"' || field.at(-1) !== '"') return null;
    fields[i] = field.slice(1, -1);
  }
  return fields;
}

/** The fields of one row by csv-parse, or why it is not one row. */
function parseRow(raw: string, delimiter: string): string[] | string {
  try {
    const rows = parse(raw, {
      delimiter,
      relax_column_count: true,
      trim: true,
      record_delimiter: ["\r\n", "\n"],
    }) as string[][];
    return rows.length === 1 ? (rows[0] as string[]) : "the quotes of the row do not match";
  } catch (cause) {
    return cause instanceof Error ? `the row is not valid CSV: ${cause.message}` : "the row is not valid CSV";
  }
}

/**
 * Rows of a JSON Lines file, many at a time, as if it were a CSV file: the first row is the names of the columns,
 * those of the first object and all that `wanted` names.
 */
export async function* readJsonLines(
  batches: AsyncIterable<LineBatch>,
  wanted: readonly string[],
): AsyncGenerator<FileRecord[]> {
  let columns: string[] | null = null;
  for await (const { first, lines, refused } of batches) {
    const records: FileRecord[] = [];
    for (const [i, raw] of lines.entries()) {
      const line = first + i;
      const problem = refused.get(i);
      if (problem === undefined && raw.trim() === "") continue;
      const row = problem ?? parseObject(raw);
      if (typeof row === "string") {
        records.push({ line, fields: null, reason: row, raw });
        continue;
      }
      if (columns === null) {
        columns = [...new Set([...Object.keys(row), ...wanted])];
        records.push({ line: 0, fields: columns, reason: "", raw: "" });
      }
      records.push({
        line,
        fields: columns.map((name) => (Object.hasOwn(row, name) ? textOf(row[name]) : "")),
        reason: "",
        raw,
      });
    }
    yield records;
  }
}

function parseObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
    return "the line is not a JSON object";
  } catch (cause) {
    return `the line is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
