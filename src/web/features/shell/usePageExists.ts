import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

const PATTERN = /[$:]/;

/**
 * Tells whether a path of the menu has a page: whether the route tree has a
 * route of exactly that path. The one place that decides between link and text.
 */
export function usePageExists(): (path: string) => boolean {
  const router = useRouter();
  return useCallback((path) => !PATTERN.test(path) && Object.hasOwn(router.routesByPath, path), [router]);
}
