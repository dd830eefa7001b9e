import { useRouteContext } from "@tanstack/react-router";

/** Query options of every procedure, for `useQuery` and `useSuspenseQuery`; the same that loaders have as `context.trpc`. */
export const useTrpc = () => useRouteContext({ from: "__root__", select: (context) => context.trpc });
