import { expect, test } from "vitest";
import { metricByName, metrics } from "#domain";
import { resourceMeta } from "./resourceMeta";

test("tells how each metric is written and what more of it means", () => {
  const { metrics: described, fields } = resourceMeta("tokens");
  const of = (slug: string) => described.find((metric) => metric.slug === slug);
  expect(of("price_dollar")).toMatchObject({ format: { notation: "full", decimals: 4 }, polarity: "good" });
  expect(of("defaulted_loans_amount_dollar")).toMatchObject({ polarity: "bad" });
  expect(of("total_supply_token")).toMatchObject({ polarity: "neutral" });
  for (const { slug } of metrics) {
    expect(fields.find(({ name }) => name === slug)).toMatchObject({
      format: metricByName(slug)?.format,
      polarity: metricByName(slug)?.polarity,
    });
  }
});

test("tells how the numbers of a field are written, and that its changes mean nothing", () => {
  const fields = new Map(resourceMeta("assets").fields.map((field) => [field.name, field]));
  expect(fields.get("minimum_investment_dollar")).toMatchObject({
    format: { notation: "compact", decimals: 2 },
    polarity: null,
  });
  expect(fields.get("name")?.format).toBeNull();
});
