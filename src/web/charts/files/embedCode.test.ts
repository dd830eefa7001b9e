import { expect, test } from "vitest";
import { chartFileName } from "./chartFileName";
import { chartLink, embedCode, embedLink } from "./embedCode";

const page = "https://example.org/networks?range=1y&embed=1#top";

test("links lead to the chart within its page, embeds to the chart alone", () => {
  expect(chartLink(page, "value")).toBe("https://example.org/networks?range=1y#value");
  expect(embedLink(page, "value")).toBe("https://example.org/networks?range=1y&embed=1#value");
});

test("embed code is safe in other people's pages", () => {
  expect(embedCode({ pageUrl: page, chartId: "value", title: 'A "b" <c>' })).toBe(
    '<iframe src="https://example.org/networks?range=1y&amp;embed=1#value" title="A &quot;b&quot; &lt;c&gt;" ' +
      'width="100%" height="520" style="border:0" loading="lazy"></iframe>',
  );
});

test("files are named after title and date, and say that they are sample data", () => {
  const named = { title: "Value by Network (é)", date: "2026-01-31", extension: "csv" } as const;
  expect(chartFileName({ ...named, isSample: false })).toBe("value-by-network-e-2026-01-31.csv");
  expect(chartFileName({ ...named, isSample: true })).toBe("value-by-network-e-2026-01-31-sample.csv");
  expect(chartFileName({ title: "图", date: undefined, isSample: false, extension: "png" })).toBe(
    "chart.png",
  );
});
