import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Logger } from "pino";
import { TooLargeError } from "#domain";
import { limitedBody } from "../limitedBody";
import { appRouter } from "./appRouter";
import { toTrpcError } from "./domainProcedure";
import type { ApiContext } from "./trpc";

/** Path under which the handler answers, batched calls included. */
export const TRPC_PATH = "/api/trpc";

/** Largest body of a call; a profile or a query is far smaller. */
const MAX_BODY_BYTES = 1_000_000;

/** Answers RPC requests: `app.all(`${TRPC_PATH}/*`, (c) => handler(c.req.raw))`. */
export const createTrpcHandler =
  (createContext: (request: Request) => Promise<ApiContext>, log?: Pick<Logger, "error">) =>
  async (request: Request): Promise<Response> => {
    const body = await limitedBody(request, MAX_BODY_BYTES);
    const response = await fetchRequestHandler({
      endpoint: TRPC_PATH,
      req: body === undefined ? request : new Request(request, { body: body?.toString() ?? "" }),
      router: appRouter,
      createContext: () => {
        if (body === null)
          throw toTrpcError(new TooLargeError("The request is too large. Send less at once."));
        // Who asks could not be found out: told in words, and the cause to the operator.
        return createContext(request).catch((error: unknown) => {
          log?.error({ err: error }, "the visitor of a request could not be found out");
          throw toTrpcError(error);
        });
      },
      allowBatching: true,
    });
    // Answers depend on who asks.
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "private, no-store");
    return response;
  };
