/**
 * Entry of the browser: takes over the page that the server rendered. The framework's own entry would bring
 * along what calls functions of the server, of which there are none: the pages ask through the API.
 * It does so in steps, between which the browser draws and answers: React, what is ours, taking the page over.
 */
import { hydrateRoot } from "./startUp/reactDom";
import "./startUp/afterReact";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { takeOver } from "./asleep/takeOver";
import { keepScopeOfAddress } from "./features/stablecoinScope/sessionScope";
import { getRouter } from "./router";
import { apiErrors } from "./rpc/apiErrors";
import { pause } from "./startUp/pause";

const router = getRouter();
Object.assign(router.options, { serializationAdapters: [apiErrors] });
await pause();

keepScopeOfAddress(location.search);

/** The page that the browser was opened with, until another one has been drawn. */
let opened: string | null = location.pathname;
router.subscribe("onRendered", () => {
  takeOver.isUnderWay = false;
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
        // A reader who leaves a page while React takes it over takes the router's data of it away, and React draws
        // the next one anew: nothing is wrong with that one (github.com/TanStack/router/issues/8306).
        if (opened === null || location.pathname === opened) reportError(error);
      },
    },
  );
});
