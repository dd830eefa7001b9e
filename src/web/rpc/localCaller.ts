import { TRPCClientError } from "@trpc/client";
import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape } from "@trpc/server";
import type { ApiContext, AppRouter } from "#api";
import type { ApiCaller } from "./apiOptions";

export interface LocalApi {
  router: AppRouter;
  createContext: () => Promise<ApiContext>;
}

/**
 * Calls procedures in process during server rendering. Results equal those sent to a browser. Market results
 * only contain rows, strings and numbers and are returned unchanged: serializing and parsing them, as the
 * client library does, takes a tenth of the time of a table's page.
 */
export function localCaller({ router, createContext }: LocalApi): ApiCaller {
  const call = (type: "query" | "mutation") => async (path: string, input: unknown) => {
    let ctx: ApiContext | undefined;
    try {
      ctx = await createContext();
      const answer: unknown = await callTRPCProcedure({
        router,
        path,
        getRawInput: async () => input,
        ctx,
        type,
        signal: undefined,
        batchIndex: 0,
      });
      return path.startsWith("market.") ? answer : asSent(answer);
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      const shape = getTRPCErrorShape({ config: router._def._config, ctx, error, input, path, type });
      throw TRPCClientError.from({ error: shape }, { cause: error });
    }
  };
  return { query: call("query"), mutation: call("mutation") };
}

/** Converts dates to strings and removes undefined values. */
const asSent = (answer: unknown): unknown =>
  answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
