import { isAscii } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import type { SqlParameters, StatementReader, WrittenRow } from "./marketStore";

/** Sent with every statement: exact integers in JSON, and errors before the first byte of a result. */
export const resultSettings = {
  // First, since values of parameters and what narrows tables may be long: the engine reads settings one after the other.
  max_query_size: "16000000",
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 1,
  wait_end_of_query: 1,
  // Columns as JSON, divided by tabs, of which JSON has none.
  format_custom_escaping_rule: "JSON",
  format_custom_field_delimiter: "\t",
  format_custom_row_after_delimiter: "\n",
} as const;

/**
 * Writes a result in the thread that has it. By default the engine starts two more for each, which takes a fifth of the
 * smallest statement and pays for results of more than ten thousand rows.
 */
export const writtenAtOnce = { output_format_parallel_formatting: 0 } as const;

/**
 * Leaves what statements compute to the engine's own code until it has come often. By default it makes machine code of it
 * when it comes for the third time, which takes from a tenth of a second to two seconds (a CSV file of every metric) and
 * saves at most a quarter of one: visitors ask in ever other combinations of metrics, and what is derived depends on which
 * metrics were reported. Sample data, the largest derivation there is without a large import, costs the same either way.
 */
export const compiledWhenCommon = {
  min_count_to_compile_aggregate_expression: "30",
  min_count_to_compile_expression: "30",
  min_count_to_compile_sort_description: "30",
} as const;

/** The same for a file that is written once a day. */
export const neverCompiled = { compile_aggregate_expressions: 0 } as const;

/** Runs a SELECT and gives its result in an output format of the engine. */
export type RunStatement = (sql: string, format: string, parameters?: SqlParameters) => Promise<Uint8Array>;

/** The shapes in which results are wanted, over one way to run statements. */
export function statementReader(run: RunStatement): StatementReader {
  // Statements that wait begin as soon as this one has ended: the engine works on them while its result is read.
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

/** One JSON value on each line, read in one go. */
const parseLines = <T>(bytes: Uint8Array): T[] =>
  JSON.parse(`[${decoder.decode(bytes).trimEnd().replaceAll("\n", ",")}]`);

const LINE_END = 10;
const TAB = 9;

/** All columns but the last of each line, read in one go; the last as text, and as cheap a text as it can be. */
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
