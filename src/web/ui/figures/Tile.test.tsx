import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { unknownMetric } from "#domain/metrics";
import { Sparkline } from "./Sparkline";
import { Tile } from "./Tile";

const metric = {
  ...unknownMetric,
  val: 1_234_567_890.12,
  chg_7d_pct: 1.5,
  chg_30d_pct: -2.25,
};

test("a tile shows the rounded figure, contains the exact one, and signs its changes", () => {
  const html = renderToStaticMarkup(<Tile label="Value" metric={metric} unit="dollar" />);
  expect(html).toContain('title="$1,234,567,890.12">$1.23B</data>');
  expect(html).toContain("+1.50%");
  expect(html).toContain("\u22122.25%");
});

test("an unknown figure is a dash that is read as unknown, not a zero", () => {
  const html = renderToStaticMarkup(<Tile label="Value" metric={null} unit="dollar" changes={false} />);
  expect(html).toContain('<span aria-hidden="true">—</span><span class="sr-only">unknown</span>');
  expect(html).not.toContain("$0");
});

test("content next to a figure never increases the tile's height, and is hidden if there is no space", () => {
  const line = <Sparkline values={[1, 3, 2]} />;
  const html = renderToStaticMarkup(<Tile label="Value" metric={metric} unit="dollar" aside={line} />);
  expect(html).toMatch(/h-\[1lh\][^"]*overflow-hidden/);
  expect(html).toMatch(/<svg[^>]*aria-hidden="true"/);
  expect(renderToStaticMarkup(<Tile label="Value" metric={metric} unit="dollar" />)).not.toContain("<svg");
});
