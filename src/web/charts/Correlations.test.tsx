import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { network } from "../../../tests/support/testSeries";
import { Correlations } from "./Correlations";

const render = (count: number) =>
  renderToStaticMarkup(
    <Correlations
      title="Value by network"
      interval="day"
      nameOf={({ group }) => group.name}
      series={Array.from({ length: count }, (_, index) =>
        network(`Network ${index}`, { "2026-01-01": index, "2026-01-02": index + 1 }),
      )}
    />,
  );
const rows = (html: string) => html.match(/<th scope="row">/g)?.length;

test("a few pairs are all shown", () => {
  expect(rows(render(5))).toBe(10);
  expect(render(5)).not.toContain("Show all");
});

test("of many pairs, the first ten are shown with a button for the rest", () => {
  expect(rows(render(6))).toBe(10);
  expect(render(6)).toContain("Show all 15 pairs");
  expect(render(6)).toContain('<th scope="row">Network 0 and Network 1</th>');
});
