import type { ChartRequest } from "./codeSamples";

/** The page that makes a link for spreadsheets, with a request filled in. A file has every row, so pages are left out. */
export function spreadsheetPage({ url, query }: Pick<ChartRequest, "url" | "query">): string {
  const path = new URL(url).pathname.replace(/^\/api\/v4/, "");
  const whole = Object.fromEntries(Object.entries(query).filter(([name]) => name !== "pagination"));
  return `/tools/api/spreadsheets?${new URLSearchParams({ path, query: JSON.stringify(whole) })}`;
}
