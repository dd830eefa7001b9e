import { escapeMarkup } from "#domain";

/** The URL of a chart within its page. */
export function chartLink(pageUrl: string, chartId: string): string {
  const url = new URL(pageUrl);
  url.searchParams.delete("embed");
  url.hash = chartId;
  return url.href;
}

/** The URL of the page's embedded view, which shows only the chart. */
export function embedLink(pageUrl: string, chartId: string): string {
  const url = new URL(chartLink(pageUrl, chartId));
  url.searchParams.set("embed", "1");
  return url.href;
}

export const embedCode = ({
  pageUrl,
  chartId,
  title,
}: {
  pageUrl: string;
  chartId: string;
  title: string;
}): string =>
  `<iframe src="${escapeMarkup(embedLink(pageUrl, chartId))}" title="${escapeMarkup(title)}" ` +
  `width="100%" height="520" style="border:0" loading="lazy"></iframe>`;
