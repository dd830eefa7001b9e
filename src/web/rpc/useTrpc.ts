import { useRouteContext } from "@tanstack/react-router";
import { createContext, useContext, useMemo } from "react";
import type { FigureScope } from "./apiOptions";

/** The figures that the page shows. */
export const FigureScopeContext = createContext<FigureScope>({});

export const useFigureScope = (): FigureScope => useContext(FigureScopeContext);

/**
 * Query options of every procedure, for `useQuery` and `useSuspenseQuery`, for the figures that the page shows. Equal to
 * `context.trpc` of loaders.
 */
export function useTrpc() {
  const scope = useFigureScope();
  const { scopedTrpc } = useRouteContext({ from: "__root__" });
  return useMemo(() => scopedTrpc(scope), [scopedTrpc, scope]);
}
