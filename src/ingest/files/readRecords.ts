import { parse } from "csv-parse/sync";
import { type Parsed, type Refusal, refuse } from "../staging/parsed";
import { isSampleObject } from "../staging/refusalKinds";
import type { LineBatch } from "./readLines";

/** One row of a file. `fields` is null if the row could not be read; `refusal` is the reason. */
export interface FileRecord {
  /** Physical line on which the row starts, from 1. */
  line: number;
  fields: string[] | null;
  refusal: Refusal | null;
  /** Whether an object of JSON Lines is marked as sample data. Rows of other files are marked in a column. */
  isSample?: boolean;
  /** The row as written in the file. */
  raw: string;
}

/** A quoted field can span lines; a quote still open after this many is treated as a mistake. */
const MAX_QUOTED_LINES = 1000;
const MAX_QUOTED_LENGTH = 1 << 20;

const openQuote = refuse("unclosed quote", "a quote is not closed");

const DELIMITERS = [",", ";", "\t", "|"];

/** The most frequent delimiter of a header line, outside quotes. */
export function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((d) => bare.split(d).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

interface Line {
  line: number;
  text: string;
}

/** Where the reading of a CSV file is between two batches. */
export interface CsvState {
  /** Empty until the header is read. */
  delimiter: string;
  /** Whether a quoted field continues in the next batch. */
  isOpen: boolean;
}

/** A row without quotes. */
export const plainRecord = ({ line, text }: Line, delimiter: string): FileRecord => ({
  line,
  fields: text.split(delimiter),
  refusal: null,
  raw: text,
});

/**
 * Rows of a CSV file in batches. An unreadable row does not affect others: reading continues at the next
 * line. Rows without quotes are split here; csv-parse reads all others.
 * @param onState called before each batch of rows
 */
export async function* readCsv(
  batches: AsyncIterable<LineBatch>,
  {
    delimiter: declared,
    skipLines = 0,
    onState,
  }: {
    delimiter?: string | undefined;
    skipLines?: number;
    onState?: ((state: CsvState) => void) | undefined;
  } = {},
): AsyncGenerator<FileRecord[]> {
  let delimiter = declared ?? "";
  let open: Line[] = [];
  let openLength = 0;
  let records: FileRecord[] = [];

  const pass = ({ line, text }: Line, refusal: Refusal) => {
    records.push({ line, fields: null, refusal, raw: text });
  };
  /** Accepts a row over the given lines; returns the reason if they are not a row. */
  const accept = (lines: readonly Line[]): Refusal | null => {
    const raw = lines.map((l) => l.text).join("\n");
    const fields = lines.length === 1 ? splitQuoted(raw, delimiter) : null;
    const parsed = fields ?? parseRow(raw, delimiter);
    if (!Array.isArray(parsed)) return parsed;
    records.push({ line: (lines[0] as Line).line, fields: parsed, refusal: null, raw });
    return null;
  };
  const take = (lines: Line[]) => {
    const queue = lines;
    for (let i = 0; i < queue.length; i += 1) {
      const next = queue[i] as Line;
      const odd = countQuotes(next.text) % 2 === 1;
      if (open.length === 0 && !odd) {
        const problem = accept([next]);
        if (problem !== null) pass(next, problem);
        continue;
      }
      open.push(next);
      openLength += next.text.length;
      if (odd && open.length > 1) {
        const problem = accept(open);
        if (problem !== null) giveUp(problem);
        else closeOpen();
      } else if (open.length > MAX_QUOTED_LINES || openLength > MAX_QUOTED_LENGTH) {
        giveUp(openQuote);
      }
    }
  };
  const closeOpen = () => {
    open = [];
    openLength = 0;
  };
  /** Rejects the line that opened the quote and reads the following ones again. */
  const giveUp = (refusal: Refusal) => {
    const [first, ...others] = open as [Line, ...Line[]];
    closeOpen();
    pass(first, refusal);
    take(others);
  };

  for await (const batch of batches) {
    const { first, lines, refused } = batch;
    for (let i = 0; i < lines.length; i += 1) {
      const written = lines[i] as string;
      const text = written.endsWith("\r") ? written.slice(0, -1) : written;
      const line = first + i;
      if (line <= skipLines) continue;
      if (line === skipLines + 1) {
        // Excel's own line before the header.
        const [, separator] = /^"?sep=(.)"?$/i.exec(text) ?? [];
        if (separator !== undefined) {
          delimiter ||= separator;
          continue;
        }
      }
      const problem = refused.size > 0 ? refused.get(i) : undefined;
      if (problem !== undefined) pass({ line, text }, problem);
      else if (open.length > 0 || text.includes('"')) {
        if (delimiter === "") delimiter = delimiterOf(text);
        take([{ line, text }]);
      } else if (text.trim() !== "") {
        if (delimiter === "") delimiter = delimiterOf(text);
        records.push(plainRecord({ line, text }, delimiter));
      }
    }
    onState?.({ delimiter, isOpen: open.length > 0 });
    yield records;
    records = [];
  }
  while (open.length > 0) giveUp(openQuote);
  yield records;
}

const countQuotes = (text: string) => {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count += 1;
  return count;
};

/** Fields of a row if quotes only enclose whole fields; null otherwise. */
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

/** The fields of one row by csv-parse, or the reason why it is not one row. */
function parseRow(raw: string, delimiter: string): string[] | Refusal {
  try {
    const rows = parse(raw, {
      delimiter,
      relax_column_count: true,
      trim: true,
      record_delimiter: ["\r\n", "\n"],
    }) as string[][];
    return rows.length === 1
      ? (rows[0] as string[])
      : refuse("mismatched quotes", "the row has mismatched quotes");
  } catch (cause) {
    // The parser counts lines and rows from the start of this row.
    const message = messageOf(cause).replaceAll(/,? (?:at|on) (?:line|record) \d+/g, "");
    return refuse("row is not valid CSV", `the row is not valid CSV: ${message}`);
  }
}

/** Columns of a JSON Lines file in addition to the keys of its first object. */
export interface RequestedKeys {
  /** Keys, or paths through nested objects: `attributes.date`. */
  names: readonly string[];
  /** Called at the end with the names that no object has. */
  onMissing?: ((missing: readonly string[]) => void) | undefined;
}

/**
 * Rows of a JSON Lines file in batches, as if it were a CSV file: the first row has the names of the columns,
 * which are the keys of the first object and all requested ones.
 */
export async function* readJsonLines(
  batches: AsyncIterable<LineBatch>,
  { names, onMissing }: RequestedKeys,
): AsyncGenerator<FileRecord[]> {
  const missing = new Set(names);
  let columns: string[] | null = null;
  for await (const { first, lines, refused } of batches) {
    const records: FileRecord[] = [];
    for (const [i, raw] of lines.entries()) {
      const line = first + i;
      const problem = refused.get(i);
      if (problem === undefined && raw.trim() === "") continue;
      const read = problem ?? parseObject(raw);
      if (!("row" in read)) {
        records.push({ line, fields: null, refusal: read, raw });
        continue;
      }
      const { row } = read;
      if (columns === null) {
        columns = [...new Set([...pathsOf(row, names), ...names])];
        records.push({ line: 0, fields: columns, refusal: null, raw: "" });
      }
      for (const name of missing) if (valueAt(row, name) !== undefined) missing.delete(name);
      const fields = columns.map((name) => textOf(valueAt(row, name)));
      records.push({ line, fields, refusal: null, raw, isSample: isSampleObject(row) });
    }
    yield records;
  }
  if (columns !== null) onMissing?.([...missing]);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of a key, or at the end of a path through nested objects; undefined for none. */
function valueAt(row: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name];
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const key = name.slice(0, dot);
    const inner = Object.hasOwn(row, key) ? row[key] : undefined;
    if (isObject(inner)) return valueAt(inner, name.slice(dot + 1));
  }
  return undefined;
}

/** The keys of an object; for nested objects on a requested path, the paths of their keys. */
function pathsOf(row: Record<string, unknown>, wanted: readonly string[]): string[] {
  return Object.entries(row).flatMap(([key, value]) => {
    const inner = wanted
      .filter((name) => name.startsWith(`${key}.`))
      .map((name) => name.slice(key.length + 1));
    return inner.length > 0 && isObject(value)
      ? pathsOf(value, inner).map((path) => `${key}.${path}`)
      : [key];
  });
}

function parseObject(text: string): { row: Record<string, unknown> } | Refusal {
  const value = parseJson(text);
  if (!value.ok) return value;
  const row = value.value;
  if (typeof row === "object" && row !== null && !Array.isArray(row)) return { row: { ...row } };
  return refuse("line is not a JSON object", "the line is not a JSON object");
}

function parseJson(text: string): Parsed<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (cause) {
    return refuse("line is not JSON", `the line is not JSON: ${messageOf(cause)}`);
  }
}

/**
 * Rows of a file with a JSON array on each line, the names of the columns first: each row is one line
 * whatever its texts contain, so line 2 is the first row.
 */
export async function* readJsonRows(batches: AsyncIterable<LineBatch>): AsyncGenerator<FileRecord[]> {
  for await (const { first, lines, refused } of batches) {
    yield lines.map((raw, i) => jsonRecord({ line: first + i, text: raw }, refused.get(i)));
  }
}

/** The row of a JSON array. */
export function jsonRecord({ line, text: raw }: Line, problem?: Refusal): FileRecord {
  const read = problem === undefined ? parseJson(raw) : { ok: false as const, ...problem };
  if (!read.ok) return { line, fields: null, refusal: read, raw };
  const cells: unknown[] = Array.isArray(read.value) ? read.value : [read.value];
  return { line, fields: cells.map(textOf), refusal: null, raw };
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "object" ? jsonOf(value) : String(value);

/** A marker that no cell contains, for values nested too deep to serialize. */
function jsonOf(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    if (cause instanceof RangeError) return Array.isArray(value) ? "[…]" : "{…}";
    throw cause;
  }
}
