import { expect, test } from "vitest";
import { metrics } from "#domain/metrics";
import { metricChoices } from "./chartChoices";

test("every described metric is a separate option with a unique label", () => {
  const choices = metricChoices(metrics.map((metric) => metric.slug));
  expect(choices).toHaveLength(metrics.length);
  expect(new Set(choices.map((choice) => choice.label)).size).toBe(metrics.length);
});

test("the labels of metrics in units name the unit", () => {
  expect(metricChoices(["daily_mints_dollar", "daily_mints_token", "price_dollar"])).toMatchObject([
    { value: "daily_mints_dollar", label: "Daily mints" },
    { value: "daily_mints_token", label: "Daily mints (units)" },
    { value: "price_dollar", label: "Price" },
  ]);
});
