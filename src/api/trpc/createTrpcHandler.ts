import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Logger } from "pino";
import { createLimits, type Limits, requireWork, tooMany, visitorKey } from "#accounts/limits";
import { currentDay } from "#domain/days";
import { type DomainError, RateLimitedError, TooLargeError } from "#domain/errors";
import { MAX_BATCHED_CALLS } from "#domain/query";
import { forVisitor } from "#stores";
import { type CompressedRequest, CompressedResponses } from "../http/compressedResponses";
import { rateHeaders } from "../http/rateHeaders";
import { retryAfterOf } from "../rest/errorResponse";
import { appRouter } from "./appRouter";
import { toTrpcError } from "./domainProcedure";
import type { ApiContext } from "./trpc";

/** Path of the handler, including batched calls. */
export const TRPC_PATH = "/api/trpc";

/** Maximum URL length; a typical batch of queries of our pages takes a quarter of it. */
const MAX_ADDRESS = 32_768;

export interface TrpcOptions {
  /** Default: the default limits, counted for this handler. */
  limits?: Pick<Limits, "calls" | "work">;
  /** Bytes of the response cache. */
  answerBytes?: number;
}

type Handler = (request: Request) => Promise<Response>;

/**
 * Handles RPC requests: `app.all(`${TRPC_PATH}/*`, (c) => handler(c.req.raw))`. Calls and database time are limited per
 * minute and visitor (account, or network of an anonymous one). Market data is cached as bytes per set of
 * permissions; a batch served from the cache counts as one call, since
 * many readers of one network mostly request the same pages.
 */
export function createTrpcHandler(
  createContext: (request: Request) => Promise<ApiContext>,
  log?: Pick<Logger, "error">,
  { limits: { calls, work } = createLimits(null), answerBytes }: TrpcOptions = {},
): Handler {
  const responses = new CompressedResponses("page data", answerBytes);

  /** Counts the calls of a visitor. */
  const admit = async ({ user, request }: ApiContext, count: number) => {
    const identity = { userId: user.id, networkAddress: request.networkAddress };
    const visitor = visitorKey(identity);
    const [state, left] = await Promise.all([calls.countVisitor(identity, count), work.state(visitor)]);
    return { visitor, headers: rateHeaders(state, left), state, left };
  };

  return async (request) => {
    const procedures = proceduresOf(request);
    const tooLarge = sizeProblem(request, procedures.length);
    if (tooLarge !== null) return refusedCall(tooLarge);
    const known = await createContext(request).then(
      (context) => ({ context }),
      (error: unknown) => {
        // The visitor could not be determined: the response has an error message, the log has the cause.
        log?.error({ err: error }, "the visitor of a request could not be determined");
        return { error };
      },
    );
    const key =
      "context" in known && isShared(request, procedures) ? await sharedKey(request, known.context) : null;
    const count = key !== null && responses.has(key) ? 1 : procedures.length;
    const admitted = "context" in known ? await admit(known.context, count) : null;
    const call = () =>
      fetchRequestHandler({
        endpoint: TRPC_PATH,
        req: request,
        router: appRouter,
        createContext: async () => {
          if (!("context" in known)) throw toTrpcError(known.error);
          if (admitted?.state.isOver) {
            throw toTrpcError(tooMany(admitted.state.limit, admitted.state.retryAfter));
          }
          return known.context;
        },
        allowBatching: true,
        responseMeta: ({ errors }) => {
          const waits = errors.flatMap(({ cause }) => retryAfterOf(cause) ?? []);
          return waits.length > 0 ? { headers: { "retry-after": String(Math.max(...waits)) } } : {};
        },
      });
    if (!("context" in known) || admitted === null) return finished(await call(), {});
    const { visitor, headers, state, left } = admitted;
    const isCacheable = key !== null && !state.isOver;
    return forVisitor(
      {
        visitor,
        signal: request.signal,
        admit: () => requireWork(left),
        spent: (ms) => work.spend(visitor, ms),
      },
      async () =>
        finished(
          isCacheable ? await cachedResponse(responses, { request, key, call }) : await call(),
          headers,
        ),
    );
  };
}

/** `/api/trpc/a,b` with `batch=1` calls two procedures. */
function proceduresOf({ url }: Request): string[] {
  const { pathname, searchParams } = new URL(url);
  const path = pathname
    .slice(TRPC_PATH.length + 1)
    .replaceAll("%2C", ",")
    .replaceAll("%2c", ",");
  return searchParams.get("batch") === "1" ? path.split(",") : [path];
}

function sizeProblem({ url }: Request, calls: number): DomainError | null {
  const { pathname, search } = new URL(url);
  const length = pathname.length + search.length;
  const number = (n: number) => n.toLocaleString("en");
  if (calls > MAX_BATCHED_CALLS) {
    return new TooLargeError(
      `A request can call at most ${MAX_BATCHED_CALLS} procedures; this one calls ${number(calls)}. Split it into several requests.`,
    );
  }
  if (length > MAX_ADDRESS) {
    return new TooLargeError(
      `URLs are limited to ${number(MAX_ADDRESS)} characters; this one has ${number(length)}. Request less at once.`,
    );
  }
  return null;
}

/** An error about the whole request, in the format of a single call. */
export async function refusedCall(error: DomainError): Promise<Response> {
  const response = await fetchRequestHandler({
    endpoint: TRPC_PATH,
    req: new Request(`http://localhost${TRPC_PATH}/market.status`),
    router: appRouter,
    createContext: () => {
      throw toTrpcError(error);
    },
  });
  return finished(response, {});
}

function finished(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  // The library omits the content type of errors about the whole request, such as 415.
  if (response.status >= 400) response.headers.set("content-type", "application/json");
  // Responses depend on the user.
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "private, no-store");
  return response;
}

/** Procedures whose results can change without a new data version: freshness and stored files. */
const volatile: ReadonlySet<string> = new Set(["market.status", "market.storedSets"]);

/** Reads of the market and of the search have the same result for all users with the same permissions. */
const isShared = ({ method, headers }: Request, procedures: readonly string[]): boolean =>
  method === "GET" &&
  !headers.has("trpc-accept") &&
  procedures.every((name) => /^(market|search)\./.test(name) && !volatile.has(name));

async function sharedKey(
  { url }: Request,
  { market, user }: ApiContext,
): Promise<NonNullable<CompressedRequest["key"]>> {
  const { pathname, search } = new URL(url);
  const permissions = JSON.stringify([user.id === "", user.features]);
  return {
    version: await market.dataVersion(),
    name: `${currentDay()} ${permissions} ${pathname}${search}`,
  };
}

/** A response that is not cached, since one of its calls failed. */
class Failed extends Error {
  constructor(
    readonly body: string,
    readonly response: Response,
  ) {
    super("failed");
  }
}

async function cachedResponse(
  responses: CompressedResponses,
  { request, key, call }: { request: Request; key: CompressedRequest["key"]; call: () => Promise<Response> },
): Promise<Response> {
  try {
    const { body, headers } = await responses.body({
      key,
      accepts: request.headers.get("accept-encoding"),
      make: async () => {
        const response = await call();
        const text = await response.text();
        if (response.status !== 200) throw new Failed(text, response);
        return text;
      },
    });
    return new Response(body, { headers: { ...headers, "content-type": "application/json" } });
  } catch (error) {
    // Callers that shared the failed request need a separate response each.
    if (error instanceof Failed) return new Response(error.body, error.response);
    // Not cached, and the visitor has no database time left. Handled per call, since some calls may not read data.
    if (error instanceof RateLimitedError) return call();
    throw error;
  }
}
