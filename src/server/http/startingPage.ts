/** Responses while the application starts: the reason, the progress, and when to retry. */
import { plainPage } from "./plainPage";

export interface Starting {
  brand: string;
  /** 0 to 1 while the first sample data is being generated; null while the stores open. */
  progress: number | null;
}

const RETRY_SECONDS = 2;

/** The one request that is served while sample data is generated: the status, which reports the progress. */
export const wantsProgress = (request: Request): boolean =>
  /^(?:\/api)?\/v4\/status$/.test(new URL(request.url).pathname);

/** 503 with a page that reloads itself, or a line of text for programs. */
export function startingResponse(request: Request, { brand, progress }: Starting): Response {
  const percent = progress === null ? null : Math.floor(progress * 100);
  const message = percent === null ? "Starting." : `Generating sample data: ${percent}%.`;
  const headers = { "retry-after": String(RETRY_SECONDS) };
  const isProgram = !request.headers.get("accept")?.includes("text/html");
  if (isProgram && new URL(request.url).pathname.startsWith("/api/")) {
    return Response.json(
      { message: `${message} Try again in a moment.` },
      {
        status: 503,
        headers: { ...headers, "cache-control": "no-store", "x-content-type-options": "nosniff" },
      },
    );
  }
  return plainPage(request, {
    brand,
    status: 503,
    title: `${brand} is starting`,
    message: isProgram ? `${message} Try again in a moment.` : message,
    refreshSeconds: RETRY_SECONDS,
    headers,
    extra: `<progress aria-label="Progress" max="100"${percent === null ? "" : ` value="${percent}"`}></progress>
<p>This page opens automatically when it is ready.</p>`,
  });
}
