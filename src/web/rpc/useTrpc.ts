import { useRouteContext } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import type { StablecoinScope } from "#domain/people";

/** The stablecoin scope of the page; undefined on pages without one. */
export const StablecoinScopeContext = createContext<StablecoinScope | undefined>(undefined);

export const useStablecoinScope = (): StablecoinScope | undefined => useContext(StablecoinScopeContext);

/**
 * Query options of every procedure, for `useQuery` and `useSuspenseQuery`, within the stablecoin scope of the
 * page. Equal to `context.trpc` of loaders.
 */
export function useTrpc() {
  const scope = useStablecoinScope();
  return useRouteContext({
    from: "__root__",
    select: ({ trpc, scopedTrpc }) => (scope === undefined ? trpc : scopedTrpc[scope]),
  });
}
