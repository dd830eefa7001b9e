import type { ServerResponse } from "node:http";
import type { Context } from "hono";

/** Checks during a response whether the rest can still be sent. */
export interface SendingGuard {
  /** Minimum time between two checks. Default: 50 ms. */
  everyMs?: number;
  /** Ends the response if it throws. */
  check: () => Promise<unknown>;
}

/**
 * Keys and policies are cached for up to 0.9 seconds and must take effect within one second (docs/security.md): the remainder is the
 * maximum time between two checks.
 */
const CHECK_MS = 50;

/** Yields pieces of a response until a check fails. @throws the error of the check */
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
 * Resets the connection of a response that has started, so that its client sees that it is incomplete; unsent bytes are dropped.
 * An error in its body would do the same, but the HTTP adapter would log it with a stack.
 * @returns false if there is no connection, as in tests without a server
 */
export function closeConnection(c: Context): boolean {
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
  if (outgoing === undefined) return false;
  outgoing.socket?.resetAndDestroy();
  outgoing.destroy();
  return true;
}
