import type { ServerResponse } from "node:http";
import type { Context } from "hono";

/** Whether the rest of a response may still be sent. */
export interface SendingGuard {
  /** The least time between two checks. Default: 50 ms. */
  everyMs?: number;
  /** What it throws ends the response. */
  check: () => Promise<unknown>;
}

/**
 * Keys and policies may be remembered for up to 0.9 seconds and count no more within one (docs/security.md): the rest is how long a
 * response may go on between two checks.
 */
const CHECK_MS = 50;

/** Passes pieces of a response on for as long as they may be sent. @throws what the check throws */
export async function* guarded(
  c: Context,
  pieces: AsyncIterable<Uint8Array>,
  { everyMs = CHECK_MS, check }: SendingGuard,
): AsyncGenerator<Uint8Array> {
  let checked = performance.now();
  for await (const piece of pieces) {
    if (performance.now() - checked >= everyMs) {
      try {
        await check();
      } catch (error) {
        if (closeConnection(c)) return;
        throw error;
      }
      checked = performance.now();
    }
    yield piece;
  }
}

/**
 * Resets the connection of a response that has begun, so that its client sees that it is incomplete, without the bytes that were
 * not sent yet. An error in its body would do the same, and be logged with a stack by the HTTP adapter.
 * @returns false if there is no connection, as in tests without a server
 */
export function closeConnection(c: Context): boolean {
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
  if (outgoing === undefined) return false;
  outgoing.socket?.resetAndDestroy();
  outgoing.destroy();
  return true;
}
