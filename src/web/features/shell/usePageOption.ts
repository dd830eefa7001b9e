import { useMatches } from "@tanstack/react-router";

/** What a route says of its page in its loader's data: what it is called, and the page of the menu that it belongs to. */
export const usePageOption = (part: "crumb" | "under"): string | null =>
  useMatches({ select: (matches) => textOf(matches.at(-1)?.loaderData, part) });

const textOf = (data: unknown, part: string): string | null => {
  const value: unknown = typeof data === "object" && data !== null ? Reflect.get(data, part) : null;
  return typeof value === "string" ? value : null;
};
