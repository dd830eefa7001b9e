import { expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { metricByName, unknownMetric } from "#domain/metrics";
import { lightInk } from "../../charts/color/palette";
import { scatterPicture } from "./scatterPicture";
import { scatterPoints } from "./scatterPoints";

const metrics = {
  x: "weighted_average_maturity_days",
  y: "apy_7_day_percent",
  size: "bridged_token_value_dollar",
} as const;

const asset = (ticker: string, [x, y, size]: readonly number[]): ResourceRow => ({
  id: 1,
  slug: ticker,
  name: ticker,
  ticker,
  [metrics.x]: { ...unknownMetric, val: x ?? null },
  [metrics.y]: { ...unknownMetric, val: y ?? null },
  [metrics.size]: { ...unknownMetric, val: size ?? null },
});

const picture = (isSample: boolean) => {
  const rows = [
    asset("ONE", [10, 3, 4e9]),
    asset("TWO", [900, 5, 1e9]),
    asset("TWIN", [900, 5, 1e9]),
    asset("<A&B>", [300, 1, 10]),
  ];
  return scatterPicture(scatterPoints(rows, metrics).points, {
    title: "Treasuries & co",
    metrics,
    date: "2026-01-31",
    brand: "Cadastre",
    isSample,
    ink: lightInk,
  });
};

test("an exported scatter chart names dots if there is space, and states its axes and date", () => {
  const texts = [...picture(true).matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  const shown = texts.filter((text) => ["ONE", "TWO", "TWIN", "&lt;A&amp;B&gt;"].includes(text ?? ""));
  // Of two dots at one position, only one has space for its name.
  expect(shown).toHaveLength(3);
  expect(texts).toEqual(
    expect.arrayContaining([
      "Treasuries &amp; co",
      `${metricByName(metrics.y)?.label} (%)`,
      `${metricByName(metrics.x)?.label} (days), logarithmic`,
      "SAMPLE DATA",
      "2026-01-31 · Sample data",
      "Cadastre",
    ]),
  );
});

test("every asset has a dot, whose arc does not end where it starts", () => {
  const arcs = [...picture(true).matchAll(/ d="M([\d.-]+) ([\d.-]+)A[^"]* ([\d.-]+) ([\d.-]+)"/g)];
  expect(arcs).toHaveLength(4);
  for (const [, x, y, endX, endY] of arcs) {
    expect(`${Number(endX) + 0} ${Number(endY) + 0}`).not.toBe(`${Number(x) + 0} ${Number(y) + 0}`);
  }
});

test("real figures have no sample mark", () => {
  expect(picture(false)).not.toMatch(/sample/i);
});
