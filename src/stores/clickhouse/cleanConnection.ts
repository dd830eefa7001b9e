import type { createClient } from "@clickhouse/client";
import pLimit from "p-limit";
import { withParameters } from "./withParameters";

/** What a client sends its statements through. */
export type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>["connection"]>;

interface Statement {
  query?: string;
  query_params?: Record<string, unknown>;
  clickhouse_settings?: Readonly<Record<string, unknown>>;
}

/**
 * A connection to the embedded engine whose results are those of their own statements alone. What a statement has
 * written when it fails (out of time or memory, ended by its reader) stays with the connection, and the engine puts it
 * before the result of the next statement, which may be another visitor's. So statements run one after the other, and
 * after one that fails another takes the rest away.
 *
 * The engine keeps settings with the connection too, and each one that is said is a statement of its own, which takes as
 * long as the smallest read. So only those are said that the connection does not have. Values of bound parameters are
 * said in the same way.
 */
export function cleanConnection(connection: Connection): Connection {
  const inTurn = pLimit(1);
  const said = new Map<string, string>();
  const clean = <P extends Statement, R>(run: (statement: P) => Promise<R>) => {
    return (statement: P): Promise<R> =>
      inTurn(async () => {
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
          // It may have failed before they were heard.
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
    ping: (parameters) => inTurn(() => connection.ping(parameters)),
    close: () => connection.close(),
  };
}
