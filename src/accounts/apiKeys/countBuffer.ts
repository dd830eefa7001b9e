import pLimit from "p-limit";
import type { Logger } from "pino";
import type { PeopleStore } from "#stores";

/** Delay until other processes see a count, and the most that a killed process loses. */
export const FLUSH_MS = 10_000;

type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];

export interface CountBufferOptions<Row> {
  people: PeopleStore;
  log: Pick<Logger, "error">;
  /** Log message when a batch cannot be written. */
  failure: string;
  /**
   * Key by which rows are counted. Batches are sorted by its code units, whatever the locale of a process, so that concurrent
   * processes do not deadlock.
   */
  nameOf: (row: Row) => string;
  sum: (a: Row, b: Row) => Row;
  /** Adds a batch to the store. Skips rows whose subject was deleted meanwhile. */
  add: (tx: Transaction, rows: readonly Row[]) => Promise<void>;
  /** Called when a batch is in the store, at the moment when `noted` no longer includes it. */
  added?: (rows: readonly Row[]) => void;
}

export interface CountBuffer<Row> {
  /** Adds to a count, without waiting for the store. */
  note(row: Row): void;
  /** Count of a name that is not in the store yet, including a batch being written. */
  noted(name: string): Row | undefined;
  /** Writes pending counts to the store. A batch that fails is retained for the next flush. */
  flush(): Promise<void>;
  /** Stops counting and writes pending counts. */
  close(): Promise<void>;
}

/**
 * Counts in memory and adds to the people store in batches, so that counting costs no write. Each process
 * adds its own counts.
 */
export function createCountBuffer<Row>(options: CountBufferOptions<Row>): CountBuffer<Row> {
  const { people, log, failure, nameOf, sum, add, added } = options;
  let noted = new Map<string, Row>();
  let inWriting: ReadonlyMap<string, Row> = new Map();
  const note = (row: Row) => {
    const name = nameOf(row);
    const before = noted.get(name);
    noted.set(name, before === undefined ? row : sum(before, row));
  };
  const write = async () => {
    const batch = [...noted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    if (batch.length === 0) return;
    inWriting = noted;
    noted = new Map();
    try {
      await people.db.transaction((tx) => add(tx, batch));
      inWriting = new Map();
      added?.(batch);
    } catch (error) {
      inWriting = new Map();
      for (const row of batch) note(row);
      log.error(error, failure);
    }
  };
  // One write at a time: a failed batch must be merged back before the next one is taken.
  const oneAtATime = pLimit(1);
  const flush = () => oneAtATime(write);
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();
  return {
    note,
    noted: (name) => {
      const [written, since] = [inWriting.get(name), noted.get(name)];
      return written === undefined || since === undefined ? (written ?? since) : sum(written, since);
    },
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
