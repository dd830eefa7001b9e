/** Error pages shown in place of a page, with the reason and what to do. */
import { html } from "hono/html";
import type { UnavailableError } from "#domain/errors";
import { formatCount, replaceControls } from "#domain/text";

/**
 * A page with one message that needs neither the application nor its files, for when a page cannot be
 * rendered.
 */

interface PlainPage {
  brand: string;
  status: number;
  /** Summary, as a heading. */
  title: string;
  /** Full sentences, also sent to programs. */
  message: string;
  /** Seconds after which the page reloads itself. */
  refreshSeconds?: number;
  headers?: Record<string, string>;
  /** Markup after the message. */
  extra?: ReturnType<typeof html>;
}

/** HTML for browsers, a line of text for programs. Never cached, never framed. */
export function plainPage(request: Request, page: PlainPage): Response {
  const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff", ...page.headers };
  const isHead = request.method === "HEAD";
  if (!request.headers.get("accept")?.includes("text/html")) {
    return new Response(isHead ? null : `${page.message}\n`, {
      status: page.status,
      headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
    });
  }
  return new Response(isHead ? null : replaceControls(String(document(page))), {
    status: page.status,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex",
    },
  });
}

const document = ({ brand, title, message, refreshSeconds, extra }: PlainPage) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${
  refreshSeconds !== undefined && html`\n<meta http-equiv="refresh" content="${refreshSeconds}">`
}
<title>${brand} | ${title}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 0 1rem; text-align: center; }
main { max-width: 34rem; }
h1 { margin: 0; font-size: 1.25rem; }
progress { width: 16rem; max-width: 80vw; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p role="status">${message}</p>
${extra}
</main>
</body>
</html>
`;

/**
 * Maximum length of a page URL; several times that of a table with fifty conditions and twelve compared
 * names.
 */
export const MAX_ADDRESS = 16_384;

const BUSY_SECONDS = 5;

export interface PageErrors {
  tooLong(request: Request, length: number): Response;
  tooManyRenders(request: Request, limit: number, retryAfter: number): Response;
  busy(request: Request, error: UnavailableError): Response;
  failed(request: Request, requestId: string): Response;
}

export const pageErrors = (brand: string): PageErrors => ({
  tooLong: (request, length) =>
    plainPage(request, {
      brand,
      status: 414,
      title: "This URL is too long",
      message: `URLs are limited to ${MAX_ADDRESS.toLocaleString("en")} characters; this one has ${length.toLocaleString("en")}.`,
    }),
  tooManyRenders: (request, limit, retryAfter) =>
    plainPage(request, {
      brand,
      status: 429,
      title: "Too many pages at once",
      message: `You have requested more than ${limit} pages in a minute. Try again in ${formatCount(retryAfter, "second")}.`,
      headers: { "retry-after": String(retryAfter) },
    }),
  busy: (request, { message }) =>
    plainPage(request, {
      brand,
      status: 503,
      title: "High traffic right now",
      message: request.headers.get("accept")?.includes("text/html")
        ? "This page will open automatically in a moment."
        : message,
      refreshSeconds: BUSY_SECONDS,
      headers: { "retry-after": String(BUSY_SECONDS) },
    }),
  failed: (request, requestId) =>
    plainPage(request, {
      brand,
      status: 500,
      title: "This page could not be shown",
      message: `Something went wrong on our side. Please try again. Reference: ${requestId}`,
    }),
});
