import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { appRouter } from "./appRouter";
import type { ApiContext } from "./trpc";

/** Path under which the handler answers, batched calls included. */
export const TRPC_PATH = "/api/trpc";

/** Answers RPC requests: `app.all(`${TRPC_PATH}/*`, (c) => handler(c.req.raw))`. */
export const createTrpcHandler =
  (context: ApiContext) =>
  (request: Request): Promise<Response> =>
    fetchRequestHandler({
      endpoint: TRPC_PATH,
      req: request,
      router: appRouter,
      createContext: () => context,
      allowBatching: true,
    });
