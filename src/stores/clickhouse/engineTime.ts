import { openSync, readSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { ClickHouseClient } from "@clickhouse/client";

/** Where the engine's processor time is read. */
export interface ProcessorClock {
  /** Milliseconds of processor time that the engine has used so far; null if unknown. */
  read(): number | null | Promise<number | null>;
  /** The most processor time that one statement uses in a millisecond. */
  processors: number;
}

interface Statement {
  /** When it began, or up to when it has been charged. */
  from: number;
  /** When it ended; null while it runs. */
  until: number | null;
  charge: ((ms: number) => void) | undefined;
}

/** Between two readings of a clock that takes a statement itself. */
const READ_EVERY_MS = 200;

/**
 * Charges statements for the engine's processor time. Engines report it as a total: what was used between two readings is
 * divided among the statements that ran, by how long each ran. Waiting for a processor that others use therefore costs nothing.
 * A statement is never charged more than `processors` × the time that it ran.
 */
export class EngineTime {
  private readonly statements = new Set<Statement>();
  private lastRead: number | null = null;
  private isReading = false;
  private isReadingWanted = false;

  constructor(
    private readonly clock: ProcessorClock,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Runs a statement. `charge` receives its milliseconds, in parts; without it, the statement has its share uncharged. */
  async measure<T>(charge: ((ms: number) => void) | undefined, run: () => Promise<T>): Promise<T> {
    this.read();
    const statement: Statement = { from: this.now(), until: null, charge };
    this.statements.add(statement);
    try {
      return await run();
    } finally {
      statement.until = this.now();
      this.read();
    }
  }

  private read(): void {
    if (this.isReading) {
      this.isReadingWanted = true;
      return;
    }
    const used = this.clock.read();
    if (!(used instanceof Promise)) {
      this.divide(used);
      return;
    }
    this.isReading = true;
    void used.then((ms) => {
      this.divide(ms);
      setTimeout(() => this.readAgain(), READ_EVERY_MS).unref();
    });
  }

  private readAgain(): void {
    this.isReading = false;
    if (this.isReadingWanted) {
      this.isReadingWanted = false;
      this.read();
    }
  }

  /** Charges what was used since the last reading. */
  private divide(used: number | null): void {
    const at = this.now();
    const ran = [...this.statements].map((statement) => ({
      statement,
      ms: Math.max(0, (statement.until ?? at) - statement.from),
    }));
    const total = ran.reduce((sum, { ms }) => sum + ms, 0);
    const spent = used === null || this.lastRead === null ? null : Math.max(0, used - this.lastRead);
    this.lastRead = used;
    for (const { statement, ms } of ran) {
      const share = total === 0 ? 0 : ms / total;
      const charged = spent === null ? ms : Math.min(ms * this.clock.processors, spent * share);
      if (charged > 0) statement.charge?.(charged);
      statement.from = at;
      if (statement.until !== null) this.statements.delete(statement);
    }
  }
}

/**
 * The embedded engine: processor time of this process without its main thread. The little that other threads use (compression of
 * responses) is included; outside of Linux, where the main thread's part is unknown, so is that.
 */
export function embeddedClock(): ProcessorClock {
  const mainThread = mainThreadClock();
  return {
    processors: availableParallelism(),
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000 - mainThread();
    },
  };
}

/** Milliseconds of processor time of the main thread. */
function mainThreadClock(): () => number {
  let file: number;
  try {
    file = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  } catch {
    return () => 0;
  }
  const text = Buffer.alloc(64);
  // Nanoseconds on a processor are the first of its numbers.
  return () => Number.parseInt(text.toString("latin1", 0, readSync(file, text, 0, text.length, 0)), 10) / 1e6;
}

/**
 * A server: processor time of all its statements, as it counts them. Others may use the server too, so that a statement
 * is charged no more than the time that it ran; the same if the user may not read `system.events`.
 */
export const serverClock = (client: ClickHouseClient): ProcessorClock => ({
  processors: 1,
  read: async () => {
    try {
      const answer = await client.query({
        query:
          "SELECT sum(value) / 1000 AS ms FROM system.events WHERE event IN ('UserTimeMicroseconds', 'SystemTimeMicroseconds')",
        format: "JSONEachRow",
      });
      const [row] = await answer.json<{ ms: number }>();
      return row?.ms ?? null;
    } catch {
      return null;
    }
  },
});
