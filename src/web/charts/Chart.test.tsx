import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { network, view } from "../../../tests/support/testSeries";
import { Chart, type ChartProps } from "./Chart";
import { ChartControls } from "./ChartControls";

const series = [
  network("Ethereum", { "2026-01-01": 30, "2026-01-02": 60 }),
  network("Base", { "2026-01-01": null, "2026-01-02": 20 }),
];
const props = {
  canXlsx: false,
  id: "value",
  title: "Value by network",
  series,
  view: view(),
  isSample: false,
};

test("the server renders the chart, its legend and its title", () => {
  const html = renderToString(<Chart {...props} />);
  expect(html).toContain('<svg xmlns="http://www.w3.org/2000/svg" class="chart-paint" role="img"');
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(2);
  expect(html).toContain('id="value-heading"');
  expect(html).not.toContain("Sample data");
});

test("series that the URL hides are not drawn, and the legend offers once to show all", () => {
  const three = [...series, network("Optimism", { "2026-01-01": 5, "2026-01-02": 6 })];
  const shapes = (selection: ChartProps["selection"]) =>
    renderToString(<Chart {...props} series={three} selection={selection ?? {}} />);
  const areas = (html: string) => html.match(/<path [^>]*fill-opacity/g)?.length;
  const [all, one, two] = [shapes({}), shapes({ only: ["base"] }), shapes({ only: ["base", "optimism"] })];
  expect([areas(all), areas(one), areas(two)]).toEqual([3, 1, 2]);
  expect(all).not.toContain("Show all");
  expect(one.match(/aria-pressed="false"/g)).toHaveLength(2);
  expect(one.match(/>Show all</g)).toHaveLength(1);
  expect(one).toContain('aria-label="Show all"');
  expect(one).toContain('aria-label="Only Ethereum"');
  expect(two.match(/>Show all</g)).toHaveLength(1);
  expect(two).toContain('class="chart-legend-all">Show all</button>');
});

test("sample data is marked in title and plot", () => {
  expect(renderToString(<Chart {...props} isSample />).match(/Sample data/g)).toHaveLength(2);
});

test("without scripts, a link opens the table", () => {
  expect(renderToString(<Chart {...props} tableHref="?table=1" />)).toContain('href="?table=1"');
  const html = renderToString(<Chart {...props} showTable tableHref="?" />);
  expect(html).toContain(
    '<th scope="row">2 Jan 2026</th><td class="figure main"><span title="$80.00">$80</span></td><td data-label="Ethereum" class="figure"><span title="$60.00">$60</span></td><td data-label="Base" class="figure"><span title="$20.00">$20</span></td>',
  );
  expect(html).toContain("unknown");
});

test("an empty chart says so", () => {
  expect(renderToString(<Chart {...props} series={[]} />)).toContain("No data for this view.");
});

test("every control is a link to the changed view", () => {
  const html = renderToString(
    <ChartControls
      title="Value"
      view={view({ range: "1y" })}
      metrics={[{ value: "price_dollar", label: "Price" }]}
      metric="price_dollar"
      groupings={[{ value: "none", label: "Nothing" }]}
      group="none"
      hrefFor={(change) =>
        `?${new URLSearchParams(Object.entries(change).map(([key, to]) => [key, `${to}`]))}`
      }
    />,
  );
  for (const href of [
    "?metric=price_dollar",
    "?group=none",
    "?mode=bars",
    "?range=3m",
    "?interval=week",
    "?log=true",
    "?percent=true",
  ]) {
    expect(html).toContain(`href="${href}"`);
  }
  expect(html).toMatch(/role="switch" aria-checked="false"/);
});
