import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { TooLargeError } from "#domain";
import { appRouter } from "./appRouter";
import { toTrpcError } from "./domainProcedure";
import type { ApiContext } from "./trpc";

/** Path under which the handler answers, batched calls included. */
export const TRPC_PATH = "/api/trpc";

/** Largest body of a call; a profile or a query is far smaller. */
const MAX_BODY_BYTES = 1_000_000;

/** Answers RPC requests: `app.all(`${TRPC_PATH}/*`, (c) => handler(c.req.raw))`. */
export const createTrpcHandler =
  (createContext: (request: Request) => Promise<ApiContext>) =>
  async (request: Request): Promise<Response> => {
    const body = await limitedBody(request);
    const response = await fetchRequestHandler({
      endpoint: TRPC_PATH,
      req: body === undefined ? request : new Request(request, { body: body ?? "" }),
      router: appRouter,
      createContext: () => {
        if (body === null)
          throw toTrpcError(new TooLargeError("The request is too large. Send less at once."));
        return createContext(request);
      },
      allowBatching: true,
    });
    // Answers depend on who asks.
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "private, no-store");
    return response;
  };

/** The body as text; null where it is too large, undefined where there is none. */
async function limitedBody(request: Request): Promise<string | null | undefined> {
  if (request.body === null) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
