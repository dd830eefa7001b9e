import { type QueryKey, skipToken } from "@tanstack/react-query";
import type { TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "#api";
import type { StablecoinScope } from "#domain/people";

/** Which figures procedures return. */
export interface FigureScope {
  /** Default: all figures. */
  stablecoins?: StablecoinScope | undefined;
  /** An earlier day, time or data version; undefined for the latest figures. */
  as_of?: string | undefined;
  /** Last observed day of earlier figures, `YYYY-MM-DD`. */
  horizon?: string | undefined;
  /** Whether the page always shows the latest rows. */
  isUndated?: boolean | undefined;
}

/** Calls procedures. */
export interface ApiCaller {
  query: (path: string, input: unknown, options?: CallOptions) => Promise<unknown>;
  mutation: (path: string, input: unknown, options?: CallOptions) => Promise<unknown>;
}

interface CallOptions {
  context?: Record<string, unknown>;
}

interface GivenOptions {
  trpc?: CallOptions;
}

/** The parts of the library's options that pages use. */
export type ApiOptions = TRPCOptionsProxy<AppRouter>;

/**
 * Query and mutation options of every procedure: `options.market.meta.queryOptions(input)`. Keys and types
 * are those of `@trpc/tanstack-react-query`; its code and the client's would be larger in the browser than a
 * page. The caller is created by the first call.
 *
 * @param scope part of the input of every procedure about figures
 */
export function apiOptions(caller: () => ApiCaller | Promise<ApiCaller>, scope?: FigureScope): ApiOptions {
  const at = (path: readonly string[]): unknown =>
    new Proxy(() => undefined, {
      get: (_, part) => (typeof part === "string" && part !== "then" ? at([...path, part]) : undefined),
      apply: (_, __, given: readonly unknown[]) =>
        optionsOf(caller, path.slice(0, -1), path.at(-1) ?? "", withScope(path, given, scope)),
    });
  return at([]) as ApiOptions;
}

/** The status of the data is the same for all pages. */
function withScope(
  [room, procedure]: readonly string[],
  [input, ...rest]: readonly unknown[],
  scope: FigureScope | undefined,
): readonly unknown[] {
  if (!scope || room !== "market" || procedure === "status" || input === skipToken) return [input, ...rest];
  const { stablecoins, as_of } = scope;
  // With stablecoins are all figures.
  return [
    { ...(input as object | undefined), ...(stablecoins === "without" && { stablecoins }), as_of },
    ...rest,
  ];
}

function optionsOf(
  caller: () => ApiCaller | Promise<ApiCaller>,
  path: readonly string[],
  kind: string,
  [first, second]: readonly unknown[],
): unknown {
  const name = path.join(".");
  switch (kind) {
    case "queryKey":
      return queryKey(path, first);
    case "queryOptions": {
      const { trpc, ...rest } = { ...(second as GivenOptions | undefined) };
      return {
        ...rest,
        queryKey: queryKey(path, first),
        queryFn: first === skipToken ? skipToken : async () => (await caller()).query(name, first, trpc),
      };
    }
    case "mutationOptions": {
      const { trpc, ...rest } = { ...(first as GivenOptions | undefined) };
      return {
        ...rest,
        mutationKey: [path],
        mutationFn: async (input: unknown) => (await caller()).mutation(name, input, trpc),
      };
    }
    default:
      throw new Error(`There is no ${kind} of ${name}`);
  }
}

const queryKey = (path: readonly string[], input: unknown): QueryKey => [
  path,
  { ...(input !== undefined && input !== skipToken && { input }), type: "query" },
];
