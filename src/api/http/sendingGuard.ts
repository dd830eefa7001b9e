import type { ServerResponse } from "node:http";
import type { Context } from "hono";

/** Checks during a response whether the rest can still be sent. */
export interface SendingGuard {
  /** Time between two checks. Default: 50 ms. */
  everyMs?: number;
  /** Ends the response if it throws. */
  check: () => Promise<unknown>;
}

/**
 * Keys and policies are cached for up to 0.9 seconds and must take effect within one second (docs/security.md): the remainder is the
 * maximum time between two checks.
 */
const CHECK_MS = 50;

/**
 * Yields pieces of a response until a check fails. Checks on a timer until the connection has taken the last byte, so that
 * clients that read slowly or not at all are cut off too.
 * @throws the error of the check, if there is no connection to reset
 */
export async function* guarded(
  c: Context,
  pieces: AsyncIterable<Uint8Array>,
  { everyMs = CHECK_MS, check }: SendingGuard,
): AsyncGenerator<Uint8Array> {
  const outgoing = outgoingOf(c);
  let checked = performance.now();
  let failure: { error: unknown } | null = null;
  const run = async () => {
    failure = await check().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    checked = performance.now();
  };
  const stopTimer = repeat(everyMs, async () => {
    await run();
    // Before the first bytes are sent, the next piece ends the response.
    if (failure !== null && outgoing?.headersSent === true) closeConnection(c);
  });
  outgoing?.once("close", stopTimer);
  try {
    for await (const piece of pieces) {
      if (performance.now() - checked >= everyMs) await run();
      const failed = failure as { error: unknown } | null;
      if (failed !== null) {
        if (closeConnection(c)) return;
        throw failed.error;
      }
      yield piece;
    }
  } finally {
    // With a connection, the last pieces may still be waiting for the client.
    if (outgoing === undefined || outgoing.closed) stopTimer();
  }
}

/** Runs work again and again, each time `everyMs` after the last run ended. @returns a function that stops it */
function repeat(everyMs: number, work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | null = null;
  const next = () => {
    timer = setTimeout(async () => {
      await work();
      if (timer !== null) next();
    }, everyMs).unref();
  };
  next();
  return () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
}

const outgoingOf = (c: Context): ServerResponse | undefined =>
  ((c.env ?? {}) as { outgoing?: ServerResponse }).outgoing;

/**
 * Resets the connection of a response that has started, so that its client sees that it is incomplete; unsent bytes are dropped.
 * An error in its body would do the same, but the HTTP adapter would log it with a stack.
 * @returns false if there is no connection, as in tests without a server
 */
export function closeConnection(c: Context): boolean {
  const outgoing = outgoingOf(c);
  if (outgoing === undefined) return false;
  outgoing.socket?.resetAndDestroy();
  outgoing.destroy();
  return true;
}
