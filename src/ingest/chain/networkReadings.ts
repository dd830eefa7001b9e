/** The readings of networks of this process: which is read now, which waits, and which an operator has paused. */
import type { MarketStore } from "#stores";
import { type NetworkPause, type NetworkReading, readLedgerStates, writeLedgerState } from "./ledgerStates";
import { createRateMeter, type ReadingRate } from "./readingRate";
import type { SyncProgress } from "./syncNetwork";

/** The reason with which a reading is aborted whose network was paused. */
export class PausedError extends Error {
  constructor(readonly pause: NetworkPause) {
    super("The network was paused.");
  }
}

/** A network that is read or waits for it. */
export interface CurrentReading {
  /** `publishing`: read, and its figures are being computed. */
  state: "waiting" | "reading" | "publishing";
  /** Null until the size of the reading is known. */
  progress: (SyncProgress & ReadingRate) | null;
}

export interface NetworkReadings {
  /** Adds networks to those that wait. */
  open(networks: readonly string[]): ReadingSession;
  current(network: string): CurrentReading | null;
  /** The pause of a network, or null. */
  pauseOf(network: string): Promise<NetworkPause | null>;
  /** Also ends the reading of the network, if it is being read. */
  pause(network: string, by: string): Promise<NetworkPause>;
  /** @returns whether it was paused */
  resume(network: string): Promise<boolean>;
  /** Forgets how many blocks of a network have been read, until it is read again. */
  forgetBlocks(network: string): Promise<void>;
}

/** One reading of several networks, one after the other. */
export interface ReadingSession {
  /** Begins to read a network. @returns the pause of one that is paused, which is not read */
  begin(network: string, options: { isPauseIgnored: boolean }): Promise<AbortSignal | NetworkPause>;
  note(network: string, progress: SyncProgress): void;
  publish(network: string): void;
  /** Ends the reading of a network with its result. */
  end(network: string, result: ReadingResult): Promise<void>;
  /** Ends all that are left without a result: they count as interrupted. */
  close(): void;
}

export type ReadingResult = Omit<NetworkReading, "startedAt" | "endedAt">;

const readingsOf = new WeakMap<MarketStore, NetworkReadings>();

/** The readings of a store by this process. */
export function networkReadings(store: MarketStore): NetworkReadings {
  const readings = readingsOf.get(store) ?? openReadings(store);
  readingsOf.set(store, readings);
  return readings;
}

const nothingRead: ReadingResult = {
  ...{ error: null, isStopped: false, tokens: 0, skipped: [], notes: [], endpoints: [], failures: [] },
  ...{ finalBlock: null, blocks: 0, transfers: 0, lastDay: null },
  ...{ wantedBlocks: null, readBlocks: null },
};

interface Active extends CurrentReading {
  startedAt: string;
  /** The reading before. */
  last: NetworkReading | null;
  stop: AbortController;
  measure: ReturnType<typeof createRateMeter>;
}

/** A result with what is known from before of a reading that did not come so far. */
function withKnown(result: ReadingResult, last: NetworkReading | null): ReadingResult {
  if (last === null) return result;
  return {
    ...result,
    tokens: result.tokens === 0 && result.error !== null ? last.tokens : result.tokens,
    finalBlock: result.finalBlock ?? last.finalBlock,
    lastDay: result.lastDay ?? last.lastDay,
    wantedBlocks: result.wantedBlocks ?? last.wantedBlocks,
    readBlocks: result.readBlocks ?? last.readBlocks,
  };
}

function openReadings(store: MarketStore): NetworkReadings {
  const active = new Map<string, Active>();
  const waiting: string[] = [];
  const leave = (network: string) => {
    const place = waiting.indexOf(network);
    if (place !== -1) waiting.splice(place, 1);
  };
  const pauseOf = async (network: string) => (await readLedgerStates(store, "pause")).get(network) ?? null;
  const write = (network: string, state: NetworkReading) =>
    writeLedgerState(store, { kind: "reading", subject: network, state });
  return {
    open: (networks) => {
      waiting.push(...networks);
      const left = new Set(networks);
      return {
        begin: async (network, { isPauseIgnored }) => {
          const startedAt = new Date().toISOString();
          const stop = new AbortController();
          const measure = createRateMeter();
          leave(network);
          active.set(network, { state: "reading", progress: null, startedAt, last: null, stop, measure });
          // Read only now, so that a later pause aborts the reading.
          const pause = isPauseIgnored ? null : await pauseOf(network);
          if (pause !== null) {
            active.delete(network);
            left.delete(network);
            return pause;
          }
          const last = (await readLedgerStates(store, "reading")).get(network) ?? null;
          const reading = active.get(network);
          if (reading !== undefined) reading.last = last;
          await write(network, { ...nothingRead, ...last, startedAt, endedAt: null });
          return stop.signal;
        },
        note: (network, progress) => {
          const reading = active.get(network);
          if (reading === undefined) return;
          reading.progress = { ...progress, ...reading.measure(progress, performance.now()) };
        },
        publish: (network) => {
          const reading = active.get(network);
          if (reading !== undefined) reading.state = "publishing";
        },
        end: async (network, result) => {
          const started = active.get(network);
          if (started === undefined || !left.delete(network)) return;
          active.delete(network);
          await write(network, {
            ...withKnown(result, started.last),
            ...{ startedAt: started.startedAt, endedAt: new Date().toISOString() },
          });
        },
        close: () => {
          for (const network of left) if (!active.delete(network)) leave(network);
          left.clear();
        },
      };
    },
    pauseOf,
    current: (network) => {
      const reading = active.get(network);
      if (reading !== undefined) return { state: reading.state, progress: reading.progress };
      return waiting.includes(network) ? { state: "waiting", progress: null } : null;
    },
    pause: async (network, by) => {
      const pause = { at: new Date().toISOString(), by };
      await writeLedgerState(store, { kind: "pause", subject: network, state: pause });
      active.get(network)?.stop.abort(new PausedError(pause));
      return pause;
    },
    resume: async (network) => {
      if ((await pauseOf(network)) === null) return false;
      await writeLedgerState(store, { kind: "pause", subject: network, state: null });
      return true;
    },
    forgetBlocks: async (network) => {
      const last = (await readLedgerStates(store, "reading")).get(network);
      if (last !== undefined) await write(network, { ...last, wantedBlocks: null, readBlocks: null });
    },
  };
}
