import { randomUUID } from "node:crypto";
import type { ClickHouseClient } from "@clickhouse/client";
import { CancelledError, TimeoutError, UnprocessableError } from "#domain/errors";
import { formatCount } from "#domain/text";
import { FairQueue } from "../work/fairQueue";
import { currentWork } from "../work/visitorWork";
import type { EngineTime } from "./engineTime";
import type { NarrowableReader, TableConditions } from "./marketStore";
import { type DatedRead, datedRows, narrowed, tableFilters } from "./publication";
import { killStatementSql, resultBytes, type StatementTimes, statementLimits } from "./statementLimits";
import {
  compiledWhenCommon,
  type RunStatement,
  resultSettings,
  statementReader,
  writtenAtOnce,
} from "./statementReader";
import { trackStatements } from "./trackedStatements";

export interface VisitorReaderOptions {
  /** Connections for statements, one per concurrent statement. */
  reading: readonly ClickHouseClient[];
  /** Connection for killing statements, since a connection runs one statement at a time. */
  ending: ClickHouseClient;
  times: StatementTimes;
  /** Charges visitors for their statements. */
  engineTime: EngineTime;
  /** Conditions on rows, which apply with those of the reader. */
  published: () => TableConditions;
}

/** Queue of statements. Concurrent statements of one request can run in parallel. */
const createQueue = (concurrent: number, { waitSeconds }: StatementTimes) =>
  new FairQueue({
    concurrent,
    concurrentPerVisitor: Math.min(concurrent, 4),
    waiting: 1_000,
    // A page that has not been opened since the data changed reads some fifty statements.
    waitingPerVisitor: 300,
    waitMs: waitSeconds * 1_000,
    name: "Reading the data",
  });

/** Reads within the limits of one statement, fairly queued, until the visitor disconnects. */
export function visitorReader({ reading, ...options }: VisitorReaderOptions): NarrowableReader {
  const queue = createQueue(reading.length, options.times);
  const free = [...reading];
  const tracked = trackStatements();
  const reader = (conditions: TableConditions, dated: DatedRead | null = null) =>
    statementReader(
      tracked(runWithin({ ...options, free, queue, conditions, dated }), {
        conditions,
        isDated: dated !== null,
      }),
    );
  return { ...reader({}), within: reader };
}

interface Running extends Omit<VisitorReaderOptions, "reading"> {
  queue: FairQueue;
  /** Idle connections. */
  free: ClickHouseClient[];
  conditions: TableConditions;
  /** The publication to read; null for the latest. */
  dated: DatedRead | null;
}

function runWithin({
  free,
  ending,
  queue,
  times,
  engineTime,
  conditions,
  published,
  dated,
}: Running): RunStatement {
  const shown = () => (dated === null ? published() : datedRows(published(), dated));
  return async (sql, format, parameters) => {
    const { visitor, signal, admit, spent } = currentWork();
    admit?.();
    return queue.run({ visitor, signal }, async () => {
      const reading = free.pop();
      if (reading === undefined) throw new Error("There are more turns than connections");
      const mark = randomUUID();
      const end = () => void ending.command({ query: killStatementSql(mark) }).catch(() => undefined);
      signal?.addEventListener("abort", end, { once: true });
      const statement = {
        query: `${sql}\nFORMAT ${format}`,
        query_params: parameters,
        clickhouse_settings: {
          ...settings,
          max_execution_time: times.seconds,
          log_comment: mark,
          // Sent with every statement, even without conditions: the engine retains settings per connection.
          additional_table_filters: tableFilters(narrowed(shown(), conditions)),
        },
      };
      try {
        return await engineTime.measure(spent, async () =>
          resultBytes((await reading.exec(statement)).stream),
        );
      } catch (error) {
        throw inWords(error, times);
      } finally {
        signal?.removeEventListener("abort", end);
        free.push(reading);
      }
    });
  };
}

const settings = {
  ...resultSettings,
  ...writtenAtOnce,
  ...compiledWhenCommon,
  max_memory_usage: String(statementLimits.memoryBytes),
  max_bytes_before_external_group_by: String(statementLimits.memoryBytes / 4),
  max_bytes_before_external_sort: String(statementLimits.memoryBytes / 4),
} as const;

const NARROW = "Narrow the filter, or request fewer metrics, groups or days at once.";

/** Maps errors of the engine's limits to errors for the visitor. */
function inWords(error: unknown, { seconds }: StatementTimes): unknown {
  // By code: the embedded engine throws errors of its own copy of the client's class.
  switch (error instanceof Error && "code" in error ? error.code : null) {
    case "159":
      return new TimeoutError(`The query took longer than ${formatCount(seconds, "second")}. ${NARROW}`, {
        cause: error,
      });
    case "241":
      return new UnprocessableError(
        `The query needs more than ${statementLimits.memoryBytes / 1e9} GB of memory. ${NARROW}`,
        { cause: error },
      );
    case "394":
      return new CancelledError("The connection was closed before the response was sent.", { cause: error });
    default:
      return error;
  }
}
