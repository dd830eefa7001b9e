/**
 * Browser entry: hydrates the server-rendered page. The framework's own entry includes a client of server functions, which
 * are not used. React, our modules and hydration run in separate tasks, so that the browser can paint and handle input.
 */
import { hydrateRoot } from "./hydration/reactDom";
import "./hydration/afterReact";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { storeScopeOfUrl } from "./features/stablecoinScope/sessionScope";
import { yieldToBrowser } from "./hydration/afterReact";
import { initialHydration } from "./hydration/lazyRoutes";
import { getRouter } from "./router";
import { apiErrors } from "./rpc/apiError";

const router = getRouter();
Object.assign(router.options, { serializationAdapters: [apiErrors] });
await yieldToBrowser();

storeScopeOfUrl(location.search);

/** Path of the page that the browser was opened with; null after another page was rendered. */
let opened: string | null = location.pathname;
router.subscribe("onRendered", () => {
  initialHydration.isPending = false;
  if (location.pathname !== opened) opened = null;
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
    {
      onRecoverableError: (error) => {
        // A navigation during hydration removes the router's data of the page, and React renders the next
        // page in the browser: expected, not an error (github.com/TanStack/router/issues/8306).
        if (opened === null || location.pathname === opened) reportError(error);
      },
    },
  );
});
