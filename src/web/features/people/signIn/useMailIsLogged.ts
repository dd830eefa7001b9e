import { useRouteContext } from "@tanstack/react-router";

/** True if no mail server is configured and emails are written to the server's log. */
export const useMailIsLogged = (): boolean =>
  useRouteContext({ from: "__root__", select: (context) => context.site.mailIsLogged });
