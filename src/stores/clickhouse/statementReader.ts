import type { SqlParameters, StatementReader, WrittenRow } from "./marketStore";

/** Sent with every statement: exact integers in JSON, and errors before the first byte of a result. */
export const resultSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 1,
  wait_end_of_query: 1,
  // Columns as JSON, divided by tabs, of which JSON has none.
  format_custom_escaping_rule: "JSON",
} as const;

/** Runs a SELECT and gives its result in an output format of the engine. */
export type RunStatement = (sql: string, format: string, parameters?: SqlParameters) => Promise<Uint8Array>;

/** The shapes in which results are wanted, over one way to run statements. */
export function statementReader(run: RunStatement): StatementReader {
  return {
    rows: async (sql, parameters) => parseLines(await run(sql, "JSONEachRow", parameters)),
    compactRows: async (sql, parameters) => parseLines(await run(sql, "JSONCompactEachRow", parameters)),
    writtenRows: async (sql, parameters) => parseHeads(await run(sql, WRITTEN_FORMAT, parameters)),
    bytes: run,
  };
}

/** The format of `writtenRows`. */
export const WRITTEN_FORMAT = "CustomSeparated";

const decoder = new TextDecoder();

/** One JSON value on each line, read in one go. */
const parseLines = <T>(bytes: Uint8Array): T[] =>
  JSON.parse(`[${decoder.decode(bytes).trimEnd().replaceAll("\n", ",")}]`);

/** All columns but the last of each line, read in one go. */
function parseHeads<T>(bytes: Uint8Array): WrittenRow<T>[] {
  const lines = decoder.decode(bytes).split("\n");
  // Each line is ended.
  lines.pop();
  const ends = lines.map((line) => line.lastIndexOf("\t"));
  const heads = lines.map((line, i) => `[${line.slice(0, Math.max(0, ends[i] ?? 0)).replaceAll("\t", ",")}]`);
  const values: T[] = JSON.parse(`[${heads.join(",")}]`);
  return lines.map((line, i) => ({ values: values[i] as T, written: line.slice((ends[i] ?? -1) + 1) }));
}
