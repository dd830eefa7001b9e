import { useRouteContext } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext } from "react";
import type { Caller } from "#domain";
import { useUser } from "./useUser";

const CallerContext = createContext<Caller | null>(null);

/** Finds out once who the reader is, for all parts of a page that ask: a menu alone has forty. */
export const CallerProvider = ({ children }: { children: ReactNode }) => (
  <CallerContext value={useUser().user}>{children}</CallerContext>
);

/** Who decisions about access are made for: the user, or whom the page was rendered for until more is known. */
export function useCaller(): Caller {
  const renderedFor = useRouteContext({ from: "__root__", select: (context) => context.user });
  return useContext(CallerContext) ?? renderedFor;
}
