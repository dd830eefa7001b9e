import type { createClient } from "@clickhouse/client";
import pLimit from "p-limit";
import { withParameters } from "./withParameters";

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
