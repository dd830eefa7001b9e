/**
 * How many blocks and addresses one `eth_getLogs` requests at an endpoint. Providers limit blocks, results, bytes and
 * time, mostly without documentation: the window grows while responses are small, and narrows with every refusal.
 */
import type { RpcProblem } from "./rpcProblem";

/** Logs of a response above which the window narrows. */
const MOST_LOGS = 10_000;
const MOST_BYTES = 8_000_000;
const FIRST_BLOCKS = 2_000;
const MOST_BLOCKS = 1_000_000;
const MOST_ADDRESSES = 50;
/** Counts at which providers cut a response without an error. */
const ROUND_COUNTS: ReadonlySet<number> = new Set([1_000, 2_000, 5_000, 10_000, 20_000, 50_000]);

/** A limit of an endpoint that holds for every request, with the text that stated it. */
export interface StatedLimit {
  blocks: number;
  message: string;
}

export interface LogWindow {
  blocks: number;
  addresses: number;
  limit: StatedLimit | null;
}

export const firstWindow: LogWindow = { blocks: FIRST_BLOCKS, addresses: MOST_ADDRESSES, limit: null };

export interface ReadSize {
  blocks: number;
  /** Addresses of the largest filter. */
  addresses: number;
}

/** Whether a number of logs is one at which providers cut responses. */
export const isRoundCount = (logs: number): boolean => ROUND_COUNTS.has(logs);

/** The window after a response: twice as large after a small one, smaller after one above the target. */
export function afterResponse(
  window: LogWindow,
  { blocks, logs, bytes }: { blocks: number; logs: number; bytes: number },
): LogWindow {
  const share = Math.max(logs / MOST_LOGS, bytes / MOST_BYTES);
  const most = window.limit?.blocks ?? MOST_BLOCKS;
  if (share > 1) return { ...window, blocks: Math.max(1, Math.floor(blocks / share)) };
  // The last response of a range says little about the next.
  if (share < 0.5 && blocks >= window.blocks) return { ...window, blocks: Math.min(most, blocks * 2) };
  return window;
}

/**
 * The window after a refused request, or null if it can be no smaller.
 * Errors that are not recognised narrow too: a request that fails for another reason fails again at one block.
 */
export function afterRefusal(window: LogWindow, problem: RpcProblem, size: ReadSize): LogWindow | null {
  const { blocks, addresses } = size;
  if (problem.kind === "addresses" && addresses > 1)
    return { ...window, addresses: Math.floor(addresses / 2) };
  if (problem.kind === "range") {
    const { limit, suggestion, message } = problem;
    if (limit !== null && limit < blocks)
      return { ...window, blocks: limit, limit: { blocks: limit, message } };
    if (limit === null && suggestion === null && blocks > 1) {
      // The size that is tried next is within a factor of two of a limit without a number.
      const half = Math.floor(blocks / 2);
      return { ...window, blocks: half, limit: { blocks: half, message } };
    }
    const suggested = suggestion === null ? blocks : Number(suggestion.to - suggestion.from) + 1;
    // Some nodes suggest the range that they have refused.
    if (suggested < blocks) return { ...window, blocks: suggested };
  }
  if (blocks > 1) return { ...window, blocks: Math.floor(blocks / 2) };
  if (addresses > 1) return { ...window, addresses: Math.floor(addresses / 2) };
  return null;
}
