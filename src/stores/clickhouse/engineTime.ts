import { openSync, readSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { ClickHouseClient } from "@clickhouse/client";

/** Reads the engine's processor time. */
export interface ProcessorClock {
  /** Milliseconds of processor time that the engine has used so far; null if unknown. */
  read(): number | null | Promise<number | null>;
  /** Maximum processor time that one statement can use per millisecond. */
  processors: number;
}

interface Statement {
  /** Start of the statement, or of the part not charged yet. */
  from: number;
  /** End of the statement; null while it runs. */
  until: number | null;
  charge: ((ms: number) => void) | undefined;
}

/** Interval between readings of a clock whose reading is itself a statement. */
const READ_EVERY_MS = 200;

/**
 * Charges statements for the engine's processor time. Engines report only a total, so the time used between
 * two readings is divided among the statements that ran, by duration. Waiting for processors in use by others
 * therefore costs nothing. A statement is never charged more than `processors` × its duration.
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

  /**
   * Runs a statement. `charge` receives its milliseconds, in parts; without it, the share of the statement is
   * not charged.
   */
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

  /** Charges the time used since the last reading. */
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
 * Clock of the embedded engine: processor time of this process without its main thread. Includes the small
 * share of other threads (compression of responses) and, outside of Linux, the main thread, whose part is
 * unknown there.
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
  // The first number is the nanoseconds on a processor.
  return () => Number.parseInt(text.toString("latin1", 0, readSync(file, text, 0, text.length, 0)), 10) / 1e6;
}

/**
 * Clock of a server: processor time of all its statements, as it counts them. Since others can use the server
 * too, a statement is charged at most its duration, also if the user has no access to `system.events`.
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
