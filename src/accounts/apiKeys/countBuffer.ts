import pLimit from "p-limit";
import type { Logger } from "pino";
import type { PeopleStore } from "#stores";

/** How long what is noted stays uncounted for other processes; what a killed process loses. */
export const FLUSH_MS = 10_000;

type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];

export interface CountBufferOptions<Row> {
  people: PeopleStore;
  log: Pick<Logger, "error">;
  /** Said in the log when a batch could not be written. */
  failure: string;
  /** Tells rows apart that are counted apart; batches are in its order, so that no two processes wait for each other. */
  nameOf: (row: Row) => string;
  sum: (a: Row, b: Row) => Row;
  /** Adds a batch to the store. What cannot be added any more, as it was deleted meanwhile, it leaves out. */
  add: (tx: Transaction, rows: readonly Row[]) => Promise<void>;
  /** Told once a batch is in the store, in the moment from which it is no longer `noted`. */
  added?: (rows: readonly Row[]) => void;
}

export interface CountBuffer<Row> {
  /** Notes more of something. Costs nothing that waits. */
  note(row: Row): void;
  /** What is noted under a name and not in the store yet, that which is being written included. */
  noted(name: string): Row | undefined;
  /** Adds what was noted to the store. What cannot be added now is kept for the next time. */
  flush(): Promise<void>;
  /** Ends counting; nothing that was noted is lost. */
  close(): Promise<void>;
}

/**
 * Counts in memory what is added to the people store in batches, so that counting costs no write; every process adds
 * its own.
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
    const batch = [...noted].sort(([a], [b]) => a.localeCompare(b)).map(([, row]) => row);
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
  // One after the other: a batch that fails must be back before the next is taken.
  const inTurn = pLimit(1);
  const flush = () => inTurn(write);
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
