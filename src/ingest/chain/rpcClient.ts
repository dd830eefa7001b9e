/** JSON-RPC 2.0 over HTTP with one endpoint of a network, within limits of size, time and retries. */
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ForbiddenError } from "#domain/errors";
import type { AddressRule } from "../outbound/addressGuard";
import { guardedRequest, openGuardedAgent } from "../outbound/guardedRequest";
import type { Json } from "../scheduledSource";
import { RpcError, type RpcProblem, rpcProblem } from "./rpcProblem";

export interface RpcCall {
  method: string;
  params: readonly Json[];
}

/** The result of one call of a batch. */
export type RpcResult = { result: Json; problem: null } | { result: null; problem: RpcProblem };

export interface RpcClient {
  /** The URL without its path and query, which may contain a key. */
  name: string;
  /** May contain a key: not to be shown. */
  url: string;
  /** @throws RpcError */
  call(method: string, params: readonly Json[], signal?: AbortSignal): Promise<Json>;
  /**
   * Sends calls in one request, so that one node answers all of them.
   * @throws RpcError if the request as a whole has failed
   */
  batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcResult[]>;
  /** Requests sent and bytes received since the client was opened. */
  usage(): { requests: number; bytes: number };
  close(): void;
}

export interface RpcClientOptions {
  url: string;
  /** Additional headers, such as a key. */
  headers?: Readonly<Record<string, string>>;
  /** Time of one request, without retries. */
  timeoutMs?: number;
  /** Bytes of a response, unpacked. */
  maxBytes?: number;
  /** Requests in flight. */
  connections?: number;
  /** Retries of a request that was limited by rate or failed in transport. */
  retries?: number;
  /** Base of the exponential delay between retries. */
  delayMs?: number;
  /** Whether requests to an IP address are allowed. Default: all, since operators configure endpoints. */
  isAllowed?: AddressRule;
}

/** The longest wait that an endpoint may request. */
const MOST_RETRY_SECONDS = 300;
const MOST_DELAY_MS = 60_000;
const MESSAGE_CHARACTERS = 500;

const unpack = promisify(gunzip);

/** Opens a client. Connections are opened by the first request. */
export function openRpcClient({
  url: address,
  headers = {},
  timeoutMs = 30_000,
  maxBytes = 64_000_000,
  connections = 4,
  retries = 6,
  delayMs = 500,
  isAllowed = () => true,
}: RpcClientOptions): RpcClient {
  const url = new URL(address);
  const guard = {
    isAllowed,
    refusal: (host: string) => new ForbiddenError(`${host} is not an allowed address of a node.`),
  };
  const closing = new AbortController();
  let agent: ReturnType<typeof openGuardedAgent> | undefined;
  let nextId = 1;
  const usage = { requests: 0, bytes: 0 };

  async function post(body: string, signal: AbortSignal | undefined): Promise<unknown> {
    agent ??= openGuardedAgent(guard, connections);
    const time = AbortSignal.timeout(timeoutMs);
    const signals = [time, closing.signal, ...(signal === undefined ? [] : [signal])];
    usage.requests += 1;
    const response = await guardedRequest({
      ...guard,
      url,
      method: "POST",
      headers: { "content-type": "application/json", "accept-encoding": "gzip", ...headers },
      body,
      signal: AbortSignal.any(signals),
      maxBytes: maxBytes + 1,
      agent: await agent,
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      closing.signal.throwIfAborted();
      if (error instanceof ForbiddenError) throw error;
      if (time.aborted) {
        throw new RpcError({ kind: "results", message: `No response within ${timeoutMs / 1_000} seconds.` });
      }
      throw new RpcError({
        kind: "transport",
        message: error instanceof Error ? error.message : String(error),
      });
    });
    usage.bytes += response.bytes.length;
    const tooLarge = () =>
      new RpcError({ kind: "results", message: `The response is larger than ${maxBytes} bytes.` });
    if (response.isTruncated) throw tooLarge();
    let bytes: Buffer = response.bytes;
    if (response.headers["content-encoding"] === "gzip") {
      bytes = await unpack(bytes, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
        throw new RpcError({
          kind: "transport",
          message: `The compressed response is invalid: ${error.message}`,
        });
      });
    }
    return readBody(bytes.toString("utf8"), {
      status: response.status,
      retryAfter: retryAfterOf(response.headers),
      isSingle: !body.startsWith("["),
    });
  }

  /** Repeats a request while another attempt may succeed. */
  async function send<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof RpcError) || tries >= retries) throw error;
        const { problem } = error;
        if (!isTemporary(problem)) throw error;
        const requested = problem.kind === "rate" ? problem.retryAfter : null;
        // Full jitter, so that requests of several readers spread.
        const backoff = Math.random() * Math.min(MOST_DELAY_MS, delayMs * 2 ** tries);
        const stops = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]);
        await wait(requested === null ? backoff : requested * 1_000 + backoff, undefined, { signal: stops });
      }
    }
  }

  /** Endpoints that refuse batches get one request for each call. */
  let refusesBatches = false;

  const sendBatch = (calls: readonly RpcCall[], signal: AbortSignal | undefined) =>
    send(async () => {
      const requests = calls.map(({ method, params }) => ({ jsonrpc: "2.0", id: nextId++, method, params }));
      const [only] = requests;
      const body = await post(JSON.stringify(requests.length === 1 ? only : requests), signal);
      const results = resultsOf(
        requests.length === 1 ? [body] : body,
        requests.map(({ id }) => id),
      );
      // All calls are repeated, so that one node answers them.
      const failed = results.find(({ problem }) => problem !== null && isTemporary(problem));
      if (failed?.problem) throw new RpcError(failed.problem);
      return results;
    }, signal);

  const hide = secretHider(url, Object.values(headers));

  /** As `batchOf`, with errors that repeat no key: providers quote what they refuse. */
  async function batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcResult[]> {
    try {
      const results = await batchOf(calls, signal);
      return results.map((one) =>
        one.problem === null ? one : { result: null, problem: hideIn(one.problem) },
      );
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      throw new RpcError(hideIn(error.problem));
    }
  }
  const hideIn = (problem: RpcProblem): RpcProblem => ({ ...problem, message: hide(problem.message) });

  async function batchOf(calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcResult[]> {
    if (calls.length < 2 || !refusesBatches) {
      try {
        return await sendBatch(calls, signal);
      } catch (error) {
        if (calls.length < 2 || !(error instanceof RpcError) || !/batch/i.test(error.message)) throw error;
        refusesBatches = true;
      }
    }
    const results: RpcResult[] = [];
    for (const call of calls) results.push(...(await sendBatch([call], signal)));
    return results;
  }

  return {
    name: url.origin,
    url: url.href,
    batch,
    call: async (method, params, signal) => {
      const [only] = await batch([{ method, params }], signal);
      if (only === undefined) throw new Error("A batch of one call has one result.");
      if (only.problem !== null) throw new RpcError(only.problem);
      return only.result;
    },
    usage: () => ({ ...usage }),
    close: () => {
      closing.abort(new Error("The client is closed."));
      void agent?.then((open) => open.destroy());
    },
  };
}

/** Shorter parts of a URL, such as `v3`, are no keys. */
const KEY_CHARACTERS = 8;

/** Replaces what can be a key in texts: users, passwords, parts of paths, values of queries and of headers. */
function secretHider(url: URL, headerValues: readonly string[]): (text: string) => string {
  const parts = [
    ...[url.username, url.password, ...url.pathname.split("/")],
    ...[...url.searchParams].flat(),
    ...headerValues.flatMap((value) => value.split(" ")),
  ];
  const secrets = parts
    .flatMap((part) => [part, decoded(part)])
    .filter((part) => part.length >= KEY_CHARACTERS)
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, "****"), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether the same request may succeed later. */
const isTemporary = ({ kind }: RpcProblem): boolean => kind === "rate" || kind === "transport";

/** Seconds of a `Retry-After` header, which is a number or a date (RFC 9110, 10.2.3). */
function retryAfterOf(headers: Readonly<Record<string, string | string[] | undefined>>): number | null {
  const text = [headers["retry-after"]].flat()[0];
  if (text === undefined) return null;
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(MOST_RETRY_SECONDS, Math.max(0, seconds)) : null;
}

function readBody(
  text: string,
  { status, retryAfter, isSingle }: { status: number; retryAfter: number | null; isSingle: boolean },
): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    const start = text
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, MESSAGE_CHARACTERS);
    const message = `Status ${status}, and no JSON: ${start === "" ? "(empty)" : start}`;
    const problem = rpcProblem({ message: start, status, retryAfter });
    const isKnown = problem.kind !== "unknown" && status >= 400;
    throw new RpcError(isKnown ? { ...problem, message } : { kind: "transport", message });
  }
  // An error that is not an answer to the batch. That of a single call, such as of a contract that reverts, is its result.
  const single = errorOf(body);
  if (single !== null) {
    const problem = rpcProblem({ ...single, status, retryAfter });
    if (!isSingle || status >= 300 || problem.kind !== "unknown") throw new RpcError(problem);
  }
  if (status >= 300) {
    const message = `Status ${status}: ${text.slice(0, MESSAGE_CHARACTERS)}`;
    throw new RpcError(rpcProblem({ message, status, retryAfter }));
  }
  return body;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function errorOf(value: unknown): { message: string; code?: number } | null {
  if (!isRecord(value)) return null;
  const { error } = value;
  if (error === undefined || error === null) return null;
  if (typeof error === "string") return { message: error.slice(0, MESSAGE_CHARACTERS) };
  if (!isRecord(error)) return { message: "An error without a message." };
  const { message, code, data } = error;
  // Some providers put the reason into `data`.
  const words = [message, data].filter((part): part is string => typeof part === "string").join(" ");
  return {
    message: (words === "" ? "An error without a message." : words).slice(0, MESSAGE_CHARACTERS),
    ...(typeof code === "number" && { code }),
  };
}

/** Results in the order of the calls: endpoints may answer a batch in any order. */
function resultsOf(body: unknown, ids: readonly number[]): RpcResult[] {
  if (!Array.isArray(body)) {
    throw new RpcError({ kind: "transport", message: "The response is not a list of results." });
  }
  const byId = new Map<unknown, Record<string, unknown>>();
  for (const item of body) if (isRecord(item)) byId.set(item.id, item);
  return ids.map((id): RpcResult => {
    const found = byId.get(id);
    const error = errorOf(found);
    if (error !== null) return { result: null, problem: rpcProblem(error) };
    if (found === undefined || found.result === undefined) {
      return {
        result: null,
        problem: { kind: "transport", message: "A result is missing in the response." },
      };
    }
    return { result: found.result as Json, problem: null };
  });
}
