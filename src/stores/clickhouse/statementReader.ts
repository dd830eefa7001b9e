import { isAscii } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import type { SqlParameters, StatementReader, WrittenRow } from "./marketStore";

/** Settings of every statement: exact integers in JSON, and errors before the first byte of a result. */
export const resultSettings = {
  // First, since the engine applies settings in order, and parameter values and row conditions can be long.
  max_query_size: "16000000",
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 1,
  wait_end_of_query: 1,
  // Columns as JSON, separated by tabs, which do not occur in JSON.
  format_custom_escaping_rule: "JSON",
  format_custom_field_delimiter: "\t",
  format_custom_row_after_delimiter: "\n",
} as const;

/**
 * Formats results in the calling thread. By default the engine starts two more threads per result, which
 * takes a fifth of the smallest statement and pays off above ten thousand rows.
 */
export const writtenAtOnce = { output_format_parallel_formatting: 0 } as const;

/**
 * Raises the thresholds for compiling expressions to machine code. By default the engine compiles at the
 * third use, which takes from 0.1 to 2 seconds (a CSV file of every metric) and saves at most a quarter of a
 * second: visitors request ever new combinations of metrics, and derivations depend on which metrics were
 * reported. Sample data, the largest derivation apart from large imports, takes the same time either way.
 */
export const compiledWhenCommon = {
  min_count_to_compile_aggregate_expression: "30",
  min_count_to_compile_expression: "30",
  min_count_to_compile_sort_description: "30",
} as const;

/** No compilation at all, for a file that is written once a day. */
export const neverCompiled = { compile_aggregate_expressions: 0 } as const;

/** Runs a SELECT and returns its result in an output format of the engine. */
export type RunStatement = (sql: string, format: string, parameters?: SqlParameters) => Promise<Uint8Array>;

/** Result formats on top of one function that runs statements. */
export function statementReader(run: RunStatement): StatementReader {
  // Parsing is deferred, so that the engine starts the next statement while this result is parsed.
  const asRun: RunStatement = async (...statement) => {
    const bytes = await run(...statement);
    await setImmediate();
    return bytes;
  };
  return {
    rows: async (sql, parameters) => parseLines(await asRun(sql, "JSONEachRow", parameters)),
    compactRows: async (sql, parameters) => parseLines(await asRun(sql, "JSONCompactEachRow", parameters)),
    writtenRows: async (sql, parameters) => parseHeads(await asRun(sql, WRITTEN_FORMAT, parameters)),
    bytes: run,
  };
}

/** The format of `writtenRows`. */
export const WRITTEN_FORMAT = "CustomSeparated";

const decoder = new TextDecoder();

/** Parses one JSON value per line, all at once. */
const parseLines = <T>(bytes: Uint8Array): T[] =>
  JSON.parse(`[${decoder.decode(bytes).trimEnd().replaceAll("\n", ",")}]`);

const LINE_END = 10;
const TAB = 9;

/** Parses all columns but the last of each line at once; the last stays a slice of the text. */
function parseHeads<T>(bytes: Uint8Array): WrittenRow<T>[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const heads: string[] = [];
  const written: string[] = [];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf(LINE_END, start);
    const end = found < 0 ? text.length : found;
    const line = text.subarray(start, end);
    const tab = line.lastIndexOf(TAB);
    heads.push(`[${line.toString("utf8", 0, Math.max(0, tab)).replaceAll("\t", ",")}]`);
    const last = line.subarray(tab + 1);
    written.push(last.toString(isAscii(last) ? "latin1" : "utf8"));
    start = end + 1;
  }
  const values: T[] = JSON.parse(`[${heads.join(",")}]`);
  return values.map((of, i) => ({ values: of, written: written[i] ?? "" }));
}
