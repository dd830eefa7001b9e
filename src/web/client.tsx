/**
 * Entry of the browser: takes over the page that the server rendered. The framework's own entry would bring
 * along what calls functions of the server, of which there are none: the pages ask through the API.
 */
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { takeOver } from "./asleep/takeOver";
import { getRouter } from "./router";
import { apiErrors } from "./rpc/apiErrors";

const router = getRouter();
Object.assign(router.options, { serializationAdapters: [apiErrors] });

router.subscribe("onRendered", () => {
  takeOver.isUnderWay = false;
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  );
});
