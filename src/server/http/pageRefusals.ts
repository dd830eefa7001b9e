/** Error pages shown in place of a page, with the reason and what to do. */
import type { UnavailableError } from "#domain";
import { formatCount } from "#domain";
import { plainPage } from "./plainPage";

/**
 * Maximum length of a page URL; several times that of a table with fifty conditions and twelve compared
 * names.
 */
export const MAX_ADDRESS = 16_384;

const BUSY_SECONDS = 5;

export interface PageRefusals {
  tooLong(request: Request, length: number): Response;
  tooManyRenders(request: Request, limit: number, retryAfter: number): Response;
  busy(request: Request, error: UnavailableError): Response;
  failed(request: Request, requestId: string): Response;
}

export const pageRefusals = (brand: string): PageRefusals => ({
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
