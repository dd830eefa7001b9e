import { useRouteContext } from "@tanstack/react-router";

/** True where no mail server is configured, so that what would be mailed is in the server's log. */
export const useMailIsLogged = (): boolean =>
  useRouteContext({ from: "__root__", select: (context) => context.site.mailIsLogged });
