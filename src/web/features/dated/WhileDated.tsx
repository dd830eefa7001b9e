import { type ReactNode, Suspense } from "react";
import { useHydrated } from "../../hydration/useHydrated";
import { useFigureScope } from "../../rpc/useTrpc";

/** Renders lazy components on pages with earlier figures, once hydrated: they would delay the page on the server. */
export function WhileDated({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated();
  const { as_of: asOf } = useFigureScope();
  return isHydrated && asOf !== undefined && <Suspense>{children}</Suspense>;
}
