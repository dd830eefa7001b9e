import { useMatches } from "@tanstack/react-router";

/** Page options in a route's loader data: its name, and the path of its menu item. */
export const usePageOption = (part: "crumb" | "under"): string | null =>
  useMatches({ select: (matches) => textOf(matches.at(-1)?.loaderData, part) });

const textOf = (data: unknown, part: string): string | null => {
  const value: unknown = typeof data === "object" && data !== null ? Reflect.get(data, part) : null;
  return typeof value === "string" ? value : null;
};
