import {
  defineHandlerCallback,
  getSsrStatus,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import { defaultStreamHandler, StartServer } from "@tanstack/react-start/server";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { pageContext } from "./rpc/apiCaller";

/**
 * Writes a page in one piece, as the server sends it: its loaders have fetched what it shows. As a stream it would
 * be cut into bytes and put together again, which takes a quarter of the time; so would the body of a response, and the
 * text is handed over beside it. Where something has to be waited for
 * all the same, or fails, it is rendered as a stream.
 */
export const renderPage = defineHandlerCallback(async (request) => {
  const { router, responseHeaders } = request;
  const markup = wholeMarkup(<StartServer router={router} />);
  if (markup === null) return defaultStreamHandler(request);
  try {
    pageContext().handOver(await transformHtmlStringWithRouter(router, markup));
    return new Response(null, { status: getSsrStatus(router), headers: responseHeaders });
  } finally {
    router.serverSsr?.cleanup();
  }
});

/** How React marks a part that the browser is to render, since the server could not. */
const LEFT_OUT = "<!--$!-->";

function wholeMarkup(page: ReactNode): string | null {
  try {
    const html = renderToString(page);
    return html.includes(LEFT_OUT) ? null : html;
  } catch {
    return null;
  }
}
