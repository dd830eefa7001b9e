import { escapeMarkup } from "#domain";
/**
 * A page with one message that needs neither the application nor its files, for when a page cannot be
 * rendered.
 */

export interface PlainPage {
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
  extra?: string;
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
  return new Response(isHead ? null : document(page), {
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

const document = ({ brand, title, message, refreshSeconds, extra = "" }: PlainPage) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${
  refreshSeconds === undefined ? "" : `\n<meta http-equiv="refresh" content="${refreshSeconds}">`
}
<title>${escapeMarkup(brand)} | ${escapeMarkup(title)}</title>
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
<h1>${escapeMarkup(title)}</h1>
<p role="status">${escapeMarkup(message)}</p>
${extra}
</main>
</body>
</html>
`;
