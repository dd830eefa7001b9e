/** What is answered while there is nothing to show yet: why, how far it is, and when to ask again. */

export interface Starting {
  brand: string;
  /** 0 to 1 while the first sample data is being made; null while the stores open. */
  progress: number | null;
}

const RETRY_SECONDS = 2;

/** The one request that is let through while sample data is being made: it tells the progress. */
export const tellsProgress = (request: Request): boolean =>
  /^(?:\/api)?\/v4\/status$/.test(new URL(request.url).pathname);

/** 503 with a page that asks again by itself, or a line of text for programs. */
export function startingResponse(request: Request, { brand, progress }: Starting): Response {
  const percent = progress === null ? null : Math.floor(progress * 100);
  const message = percent === null ? "Starting." : `Making sample data: ${percent}%.`;
  const headers = {
    "retry-after": String(RETRY_SECONDS),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  if (!request.headers.get("accept")?.includes("text/html")) {
    const body = new URL(request.url).pathname.startsWith("/api/")
      ? { type: "application/json", text: JSON.stringify({ message: `${message} Try again in a moment.` }) }
      : { type: "text/plain; charset=utf-8", text: `${message} Try again in a moment.\n` };
    return new Response(body.text, { status: 503, headers: { ...headers, "content-type": body.type } });
  }
  return new Response(page({ brand, message, percent }), {
    status: 503,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "x-robots-tag": "noindex",
    },
  });
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? "");

/** The application's own styles come from files that are not served yet. */
const page = ({
  brand,
  message,
  percent,
}: {
  brand: string;
  message: string;
  percent: number | null;
}) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>${escapeHtml(brand)} | Starting</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { display: grid; place-content: center; min-height: 100vh; margin: 0; text-align: center; }
h1 { margin: 0; font-size: 1.25rem; }
progress { width: 16rem; max-width: 80vw; }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(brand)} is starting</h1>
<p role="status">${message}</p>
<progress aria-label="Progress" max="100"${percent === null ? "" : ` value="${percent}"`}></progress>
<p>This page opens by itself when there is something to see.</p>
</main>
</body>
</html>
`;
