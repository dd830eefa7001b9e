import { expect, test } from "vitest";
import { chartLink, embedCode, embedLink } from "./useChartMenu";

const page = "https://example.org/networks?range=1y&embed=1#top";

test("links lead to the chart within its page, embeds to the chart only", () => {
  expect(chartLink(page, "value")).toBe("https://example.org/networks?range=1y#value");
  expect(embedLink(page, "value")).toBe("https://example.org/networks?range=1y&embed=1#value");
});

test("embed code is safe in other sites", () => {
  expect(embedCode({ pageUrl: page, chartId: "value", title: 'A "b" <c>' })).toBe(
    '<iframe src="https://example.org/networks?range=1y&amp;embed=1#value" title="A &quot;b&quot; &lt;c&gt;" ' +
      'width="100%" height="520" style="border:0" loading="lazy"></iframe>',
  );
});
