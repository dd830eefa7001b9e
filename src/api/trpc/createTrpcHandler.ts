import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Logger } from "pino";
import { visitorKey } from "#accounts";
import { currentDay, type DomainError, MAX_BATCHED_CALLS, RateLimitedError, TooLargeError } from "#domain";
import { forVisitor, type MakeLimiter } from "#stores";
import { type CompressedRequest, CompressedResponses } from "../http/compressedResponses";
import { RateLimits, rateHeaders, tooMany } from "../limits/rateLimits";
import { requireWork, WorkLimits } from "../limits/workLimits";
import { retryAfterOf } from "../rest/errorResponse";
import { appRouter } from "./appRouter";
import { toTrpcError } from "./domainProcedure";
import type { ApiContext } from "./trpc";

/** Path under which the handler answers, batched calls included. */
export const TRPC_PATH = "/api/trpc";

/** Longest address of a request: a batch of queries as our pages send them takes a quarter of it. */
const MAX_ADDRESS = 32_768;
/** Calls a minute of one visitor: forty overviews that load all of their parts anew. A request for what is kept is one. */
const CALLS_PER_MINUTE = 1_200;

export interface TrpcLimits {
  callsPerMinute?: number;
  /** Milliseconds of a minute for which one visitor may keep the engine busy. */
  workMsPerMinute?: number;
  /** Bound of the answers that are kept as bytes. */
  answerBytes?: number;
  /** Where what was asked is counted. Default: in this process. */
  limiters?: MakeLimiter;
}

type Handler = (request: Request) => Promise<Response>;

/**
 * Answers RPC requests: `app.all(`${TRPC_PATH}/*`, (c) => handler(c.req.raw))`. Each visitor (account, or network
 * of an anonymous one) has so many calls and so much of the engine's time a minute. What is read of the market is
 * the same for all with the same permissions, and kept as bytes: a batch that is answered from them counts as one call, since
 * the many readers behind one network mostly look at the same pages.
 */
export function createTrpcHandler(
  createContext: (request: Request) => Promise<ApiContext>,
  log?: Pick<Logger, "error">,
  { callsPerMinute = CALLS_PER_MINUTE, workMsPerMinute, answerBytes, limiters }: TrpcLimits = {},
): Handler {
  const calls = new RateLimits("calls", limiters);
  const work = new WorkLimits(workMsPerMinute, limiters);
  const answers = new CompressedResponses("page data", answerBytes);

  /** Counts the calls of a visitor. */
  const admit = async ({ user, request }: ApiContext, count: number) => {
    const isAnonymous = user.id === "";
    const visitor = visitorKey({ userId: user.id, networkAddress: request.networkAddress });
    const [state, left] = await Promise.all([
      isAnonymous
        ? calls.countNetwork(request.networkAddress, callsPerMinute, count)
        : calls.count(visitor, callsPerMinute, count),
      work.state(visitor),
    ]);
    return { visitor, headers: rateHeaders(state, left), state, left };
  };

  return async (request) => {
    const procedures = proceduresOf(request);
    const tooLarge = sizeProblem(request, procedures.length);
    if (tooLarge !== null) return refusedCall(tooLarge);
    const known = await createContext(request).then(
      (context) => ({ context }),
      (error: unknown) => {
        // Who asks could not be found out: told in words, and the cause to the operator.
        log?.error({ err: error }, "the visitor of a request could not be determined");
        return { error };
      },
    );
    const key =
      "context" in known && isShared(request, procedures) ? await sharedKey(request, known.context) : null;
    const count = key !== null && answers.has(key) ? 1 : procedures.length;
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
    const isKept = key !== null && !state.isOver;
    return forVisitor(
      {
        visitor,
        signal: request.signal,
        admit: () => requireWork(left),
        spent: (ms) => work.spend(visitor, ms),
      },
      async () => finished(isKept ? await kept(answers, { request, key, call }) : await call(), headers),
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

/** An error about the whole request, in the shape of the errors of one call. */
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
  // The library leaves out the type of errors that concern the whole request, such as 415.
  if (response.status >= 400) response.headers.set("content-type", "application/json");
  // Answers depend on who asks.
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "private, no-store");
  return response;
}

/** What changes with more than the data: how fresh it is, and the files that are written of it. */
const volatile: ReadonlySet<string> = new Set(["market.status", "market.storedSets"]);

/** Reads of the market and of the search are the same for all who may make them. */
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
    version: `${await market.dataVersion()} ${currentDay()}`,
    name: `${permissions} ${pathname}${search}`,
  };
}

/** An answer that is not kept, since something in it failed. */
class Failed extends Error {
  constructor(
    readonly body: string,
    readonly response: Response,
  ) {
    super("failed");
  }
}

async function kept(
  answers: CompressedResponses,
  { request, key, call }: { request: Request; key: CompressedRequest["key"]; call: () => Promise<Response> },
): Promise<Response> {
  try {
    const { body, headers } = await answers.body({
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
    // A response each, for all who waited for it.
    if (error instanceof Failed) return new Response(error.body, error.response);
    // Not remembered, and this visitor may have nothing made: told call by call, as some may need no reading.
    if (error instanceof RateLimitedError) return call();
    throw error;
  }
}
