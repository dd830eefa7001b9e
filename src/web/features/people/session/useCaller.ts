import { useRouteContext } from "@tanstack/react-router";
import type { Caller } from "#domain";
import { useUser } from "./useUser";

/** Who decisions about access are made for: the user, or whom the page was rendered for until more is known. */
export function useCaller(): Caller {
  const renderedFor = useRouteContext({ from: "__root__", select: (context) => context.user });
  return useUser().user ?? renderedFor;
}
