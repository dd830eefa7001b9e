import type { SqlParameters, StatementReader } from "./marketStore";

/** Sent with every statement: exact integers in JSON, and errors before the first byte of a result. */
export const resultSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 1,
  wait_end_of_query: 1,
} as const;

/** Runs a SELECT and gives its result in an output format of the engine. */
export type RunStatement = (sql: string, format: string, parameters?: SqlParameters) => Promise<Uint8Array>;

/** The shapes in which results are wanted, over one way to run statements. */
export function statementReader(run: RunStatement): StatementReader {
  return {
    rows: async (sql, parameters) => parseLines(await run(sql, "JSONEachRow", parameters)),
    compactRows: async (sql, parameters) => parseLines(await run(sql, "JSONCompactEachRow", parameters)),
    bytes: run,
  };
}

const decoder = new TextDecoder();

/** One JSON value on each line, read in one go. */
const parseLines = <T>(bytes: Uint8Array): T[] =>
  JSON.parse(`[${decoder.decode(bytes).trimEnd().replaceAll("\n", ",")}]`);
