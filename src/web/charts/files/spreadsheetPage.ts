import type { ChartRequest } from "./codeSamples";

/**
 * URL of the page that creates spreadsheet links, prefilled with a request. Files contain every row, so
 * pagination is omitted.
 */
export function spreadsheetPage({ url, query }: Pick<ChartRequest, "url" | "query">): string {
  const path = new URL(url).pathname.replace(/^\/api\/v4/, "");
  const whole = Object.fromEntries(Object.entries(query).filter(([name]) => name !== "pagination"));
  return `/tools/api/spreadsheets?${new URLSearchParams({ path, query: JSON.stringify(whole) })}`;
}
