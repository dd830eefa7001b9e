/** The windows of endpoints as learned so far, remembered between readings by endpoint and method. */
import type { MarketStore } from "#stores";
import { type EndpointLimit, readLedgerStates, writeLedgerState } from "./ledgerStates";
import type { LogWindow } from "./logWindow";

export interface EndpointWindows {
  /** By the name of the client of an endpoint; readers replace them as they learn. */
  windows: Map<string, LogWindow>;
  /** Stores what has changed. */
  save(): Promise<void>;
}

const METHOD = "eth_getLogs";
/** After this time, a limit is tried wider once: providers change theirs. */
const RETRY_MS = 86_400_000;

/** @param now in milliseconds since 1970 */
export async function openEndpointWindows(store: MarketStore, now = Date.now()): Promise<EndpointWindows> {
  const remembered = await readLedgerStates(store, "limit");
  const windows = new Map<string, LogWindow>();
  for (const [subject, limit] of remembered) {
    const [name = "", method] = subject.split(" ");
    if (method === METHOD) windows.set(name, windowFrom(limit, now));
  }
  const stored = new Map(windows);
  return {
    windows,
    save: async () => {
      for (const [name, window] of windows) {
        if (stored.get(name) === window) continue;
        stored.set(name, window);
        const { blocks, addresses, limit } = window;
        const subject = `${name} ${METHOD}`;
        const last = remembered.get(subject);
        const isSame = limit !== null && last?.limit === limit.blocks && now - Date.parse(last.at) < RETRY_MS;
        const at = isSame ? last.at : new Date(now).toISOString();
        const state = { blocks, addresses, limit: limit?.blocks ?? null, message: limit?.message ?? "", at };
        remembered.set(subject, state);
        await writeLedgerState(store, { kind: "limit", subject, state });
      }
    },
  };
}

function windowFrom({ blocks, addresses, limit, message, at }: EndpointLimit, now: number): LogWindow {
  if (limit === null) return { blocks, addresses, limit: null };
  // A refusal states the limit again.
  if (now - Date.parse(at) >= RETRY_MS) return { blocks: limit * 2, addresses, limit: null };
  return { blocks: Math.min(blocks, limit), addresses, limit: { blocks: limit, message } };
}
