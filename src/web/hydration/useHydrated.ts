import { useEffect, useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and during hydration, then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Marks that React controls the frame of the document, or also the page in it, by `data-hydrated` of the document element
 * (docs/browser-state.md). For the outermost component of either: the frame and the page are hydrated one after the other.
 */
export function useHydrationMark(part: "frame" | "page"): void {
  // Effect: runs when React has hydrated the component and everything in it.
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (part === "page") dataset.hydrated = part;
    else dataset.hydrated ??= part;
  }, [part]);
}
