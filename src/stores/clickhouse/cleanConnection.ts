import type { createClient } from "@clickhouse/client";
import { formatQueryParams } from "@clickhouse/client-common";
import pLimit from "p-limit";

/**
 * Prepends the values of bound parameters to a statement for the embedded engine, encoded as in the server
 * protocol. The driver's own binding blocks every other statement with values, on all connections, until this
 * one has ended: a file that takes minutes to write would block every page.
 * @throws Error for a parameter without a value: the connection would use that of an earlier statement,
 * possibly of another visitor
 */
export function withParameters(sql: string, parameters: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(parameters).map(
    ([name, value]) => `param_${identifier(name)} = ${literal(formatQueryParams({ value }))}`,
  );
  // An INSERT without values is followed by rows with any content; a SET statement may set values itself.
  if (said.length === 0 && /^(INSERT|SET) /.test(sql)) return sql;
  const named = [...sql.matchAll(/\{\s*(\w+)\s*:/g)].map(([, name = ""]) => name);
  const unbound = named.filter((name) => !Object.hasOwn(parameters, name));
  if (unbound.length > 0) throw new Error(`Parameters without a value: ${unbound.join(", ")}`);
  return said.length === 0 ? sql : `SET ${said.join(", ")};\n${sql}`;
}

/** Parameter names are our own. */
function identifier(name: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`No name of a parameter: ${name}`);
  return name;
}

/** A SQL string literal. Escapes NUL too, which the engine treats as the end of a statement. */
const literal = (text: string): string =>
  `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\0", "\\0")}'`;

/** The transport of a ClickHouse client. */
export type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>["connection"]>;

interface Statement {
  query?: string;
  query_params?: Record<string, unknown>;
  clickhouse_settings?: Readonly<Record<string, unknown>>;
}

/**
 * A connection to the embedded engine on which each result contains only its own statement's output. Output
 * that a failed statement has written (out of time or memory, cancelled) remains on the connection, and the
 * engine prepends it to the next result, possibly another visitor's. Statements therefore run one at a time,
 * and after a failure an extra statement discards the rest.
 *
 * The engine also retains settings per connection, and setting one is a statement that takes as long as the
 * smallest read. Only settings that differ from the connection's are therefore sent; values of bound
 * parameters are sent the same way.
 */
export function cleanConnection(connection: Connection): Connection {
  const oneAtATime = pLimit(1);
  const said = new Map<string, string>();
  const clean = <P extends Statement, R>(run: (statement: P) => Promise<R>) => {
    return (statement: P): Promise<R> =>
      oneAtATime(async () => {
        const { query = "", query_params = {}, clickhouse_settings = {} } = statement;
        const unsaid = Object.entries(clickhouse_settings).filter(
          ([name, value]) => value !== undefined && said.get(name) !== String(value),
        );
        try {
          const result = await run({
            ...statement,
            query: withParameters(query, query_params),
            query_params: undefined,
            clickhouse_settings: Object.fromEntries(unsaid),
          });
          for (const [name, value] of unsaid) said.set(name, String(value));
          return result;
        } catch (error) {
          // The statement may have failed before the settings were applied.
          said.clear();
          await connection.command({ query: "SELECT 1 FORMAT Null" }).catch(() => undefined);
          throw error;
        }
      });
  };
  return {
    query: clean((parameters) => connection.query(parameters)),
    exec: clean((parameters) => connection.exec(parameters)),
    command: clean((parameters) => connection.command(parameters)),
    insert: clean((parameters) => connection.insert(parameters)),
    ping: (parameters) => oneAtATime(() => connection.ping(parameters)),
    close: () => connection.close(),
  };
}
