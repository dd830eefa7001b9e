import type { createClient } from "@clickhouse/client";
import pLimit from "p-limit";

/** What a client sends its statements through. */
export type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>["connection"]>;

/**
 * A connection to the embedded engine whose results are those of their own statements alone. What a statement has
 * written when it fails (out of time or memory, ended by its reader) stays with the connection, and the engine puts it
 * before the result of the next statement, which may be another visitor's. So statements run one after the other, and
 * after one that fails another takes the rest away.
 */
export function cleanConnection(connection: Connection): Connection {
  const inTurn = pLimit(1);
  const clean = <P, R>(run: (parameters: P) => Promise<R>) => {
    return (parameters: P): Promise<R> =>
      inTurn(async () => {
        try {
          return await run(parameters);
        } catch (error) {
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
    ping: clean((parameters) => connection.ping(parameters)),
    close: () => connection.close(),
  };
}
