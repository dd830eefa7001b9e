/** HTTP requests to addresses that users and feeds name, within limits of time and size, and never into a private network. */
import type { Agent } from "undici";
import { DomainError } from "#domain/errors";
import { guardedLookup, hostOf, isRefusedHost, type LookupGuard } from "./addressGuard";

export interface GuardedRequest extends LookupGuard {
  url: URL;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Ends the request and its response. */
  signal: AbortSignal;
  /** Bytes of the response after which the rest is not read. */
  maxBytes: number;
  /** Reused connections, opened by `openGuardedAgent` for the same guard. Default: a connection of its own. */
  agent?: Agent | undefined;
  /** Whether the body of a response with this status is read. Default: always. */
  readsBody?: (status: number) => boolean;
}

export interface GuardedResponse {
  status: number;
  location: string | null;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as sent, never decompressed, of at most `maxBytes` bytes. */
  bytes: Buffer;
  isTruncated: boolean;
}

/** After the signals of all callers, which determine the error. */
const CONNECT_MS = 30_000;

/** Connections to allowed addresses, kept open between requests. The caller destroys it. */
export async function openGuardedAgent(
  guard: LookupGuard,
  connections: number | null = null,
): Promise<Agent> {
  // Loaded with the first request, since most commands send none.
  const undici = await import("undici");
  return new undici.Agent({
    connect: { lookup: guardedLookup(guard), timeout: CONNECT_MS },
    allowH2: false,
    pipelining: connections === null ? 0 : 1,
    ...(connections !== null && { connections }),
    // The signal limits the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Sends one request. Redirects are not followed.
 * @throws `refusal` for a host without an allowed address; the reason of `signal`; network errors with the codes and
 * messages of Node's own client
 */
export async function guardedRequest(options: GuardedRequest): Promise<GuardedResponse> {
  const { url, method, headers, body, signal, maxBytes, readsBody = () => true } = options;
  if (isRefusedHost(url, options.isAllowed)) throw options.refusal(hostOf(url));
  const { request: send } = await import("undici");
  const agent = options.agent ?? (await openGuardedAgent(options));
  let hasResponse = false;
  try {
    const response = await send(url, { dispatcher: agent, method, headers, body: body ?? null, signal });
    hasResponse = true;
    const { statusCode: status } = response;
    const location = [response.headers.location].flat()[0] ?? null;
    const read = readsBody(status) ? await readBytes(response.body, maxBytes) : nothing;
    return { status, location, headers: response.headers, ...read };
  } catch (error) {
    signal.throwIfAborted();
    // A response that switches to a protocol that was not requested.
    if (error instanceof Error && error.message === "bad upgrade") {
      return { status: 101, location: null, headers: {}, ...nothing };
    }
    throw asNodeError(error, hasResponse);
  } finally {
    // Also closes the connection of a response that was not read to its end.
    if (options.agent === undefined) void agent.destroy();
  }
}

const nothing = { bytes: Buffer.alloc(0), isTruncated: false };

async function readBytes(body: AsyncIterable<Buffer>, maxBytes: number) {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size >= maxBytes) break;
  }
  return { bytes: Buffer.concat(pieces).subarray(0, maxBytes), isTruncated: size >= maxBytes };
}

/** A closed connection as Node's client reports it, whose code and message readers of delivery logs know. */
function asNodeError(error: unknown, hasResponse: boolean): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error;
  if ((error as NodeJS.ErrnoException).code !== "UND_ERR_SOCKET") return error;
  const message = hasResponse ? "aborted" : "socket hang up";
  return Object.assign(new Error(message, { cause: error }), { code: "ECONNRESET" });
}
