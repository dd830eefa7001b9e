import { CadastreError } from "./CadastreError.js";
import type { Error as ErrorBody } from "./schema.gen.js";

export interface RequestOptions {
  /** Cancels the request and the wait before a retry. */
  signal?: AbortSignal | undefined;
}

export interface Sender {
  fetch: typeof fetch;
  /** Null for URLs that need no key. */
  key: string | null;
  /** Maximum number of retries. */
  retries: number;
}

/** Statuses to retry: too many requests, a full queue, a store or proxy that is temporarily unavailable. */
const passing = new Set([429, 502, 503]);

/**
 * Sends a request and retries temporary errors after `Retry-After`, or after one second, two, four …, 30 at most.
 * @throws CadastreError for an error response; the error of `fetch` if there is no response.
 */
export async function send(
  { fetch: fetchIt, key, retries }: Sender,
  url: URL,
  {
    signal,
    accept = "application/json",
    headers = {},
  }: RequestOptions & { accept?: string; headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  for (let tried = 0; ; tried += 1) {
    let answer: Response | null = null;
    try {
      answer = await fetchIt(url, {
        headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), accept, ...headers },
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      if (signal?.aborted || tried >= retries) throw error;
    }
    if (answer?.ok) return answer;
    const wait = waitFor(answer?.headers.get("retry-after") ?? null, tried);
    if (answer !== null && (!passing.has(answer.status) || tried >= retries || wait > LONGEST_WAIT)) {
      throw new CadastreError(answer.status, await bodyOf(answer));
    }
    await answer?.body?.cancel();
    await pause(wait, signal);
  }
}

/** Longer waits, such as until the next month, are not worth blocking a program. */
const LONGEST_WAIT = 120_000;

/** Milliseconds to wait: `Retry-After` in seconds or as a date, or else exponential backoff. */
export function waitFor(retryAfter: string | null, tried: number, now = Date.now()): number {
  if (retryAfter !== null) {
    const seconds = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) : null;
    const until = seconds === null ? Date.parse(retryAfter) - now : seconds * 1000;
    if (!Number.isNaN(until)) return Math.max(0, until);
  }
  return Math.min(30_000, 1000 * 2 ** tried);
}

/** Waits until the time is over or the signal aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

async function bodyOf(answer: Response): Promise<ErrorBody | null> {
  try {
    const body: unknown = await answer.json();
    return isErrorBody(body) ? body : null;
  } catch {
    return null;
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === "object" && body !== null && "message" in body && typeof body.message === "string";
