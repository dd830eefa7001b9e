import { useRouteContext, useRouter } from "@tanstack/react-router";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import type { Caller } from "#domain/vocabulary";
import { followUser, useCurrentUser } from "./currentUser";

/** Holds the current caller outside React's tree; null until the provider has rendered. */
interface CallerStore {
  get: () => Caller | null;
  set: (caller: Caller) => void;
  subscribe: (listener: () => void) => () => void;
}

function createCallerStore(initial: Caller | null): CallerStore {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (caller) => {
      if (caller === current) return;
      current = caller;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const CallerContext = createContext<CallerStore>(createCallerStore(null));

/**
 * Resolves the current user once for all components that read it.
 *
 * The context value is a store that never changes. React replaces a Suspense boundary that is not hydrated yet with
 * its fallback when any context above it changes, so a changing value would blank pages that await hydration.
 */
export function CallerProvider({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const router = useRouter();
  const [store] = useState(() => createCallerStore(user));
  // Layout effect: subscribers re-render before the browser paints.
  useLayoutEffect(() => store.set(user), [store, user]);
  // Effect: loaders of later navigations read the user from the router's context.
  useEffect(() => followUser(router, user), [router, user]);
  return <CallerContext value={store}>{children}</CallerContext>;
}

/**
 * The caller that access decisions are made for. A part that hydrates late first renders for the user that the server
 * rendered it for, so that its markup matches, and then for the current one.
 */
export function useCaller(): Caller {
  const renderedFor = useRouteContext({ from: "__root__", select: (context) => context.user });
  const store = useContext(CallerContext);
  return useSyncExternalStore(
    store.subscribe,
    () => store.get() ?? renderedFor,
    () => renderedFor,
  );
}
