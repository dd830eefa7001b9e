import { expect, test } from "vitest";
import { metrics } from "../metrics/catalogue";
import { watchDraftSchema } from "../watches/watchSchema";
import { isUnitGrouping, metricsOfKind, totalMetrics } from "./perUnit";

const perUnit = [
  "listed_price_dollar",
  "nav_premium_dollar",
  "net_asset_value_dollar",
  "peg_price_dollar",
  "price_dollar",
  "spot_price_dollar",
];
const slugsOf = (some: readonly { slug: string }[]) => some.map(({ slug }) => slug).toSorted();

test("prices of one unit are offered for assets and tokens, and not for what holds several", () => {
  expect(slugsOf(metrics.filter(({ isPerUnit }) => isPerUnit))).toEqual(perUnit);
  for (const kind of ["asset", "token"]) expect(slugsOf(metricsOfKind(kind))).toEqual(slugsOf(metrics));
  for (const kind of ["network", "platform", "issuer", "manager", "asset_class", "jurisdiction"]) {
    const missing = metrics.filter((metric) => !metricsOfKind(kind).includes(metric));
    expect(slugsOf(missing), kind).toEqual(perUnit);
  }
  expect(metricsOfKind(null)).toEqual([]);
  expect(totalMetrics).toHaveLength(metrics.length - perUnit.length);
});

test("a mean of values in dollars of one unit is declared as a figure of one unit", () => {
  const means = metrics.filter(({ unit, across }) => unit === "dollar" && across.rule === "weighted");
  // An average transfer is an amount, not a price: it has a mean over any transfers.
  expect(slugsOf(means.filter(({ slug }) => slug !== "average_transfer_dollar"))).toEqual(perUnit);
});

test("groups are one unit each by asset, token and listed instrument", () => {
  expect(["asset", "token", "underlying_symbol"].every(isUnitGrouping)).toBe(true);
  const others = ["network", "platform", "protocol", "asset_class", "issuer", "distribution", "date"];
  expect(others.some(isUnitGrouping)).toBe(false);
});

test("the price of a network cannot be watched; that of an asset can", () => {
  const watch = (type: string, metric: string) =>
    watchDraftSchema.safeParse({
      name: "",
      subject: { type, id: 1 },
      condition: { kind: "threshold", metric, direction: "above", value: 1 },
      cadence: null,
      receivers: "maker",
      endpointId: "4f0c1a1e-6f0d-4d0e-9a57-0f4d2f4f1a11",
    });
  const problems = watch("network", "price_dollar").error?.issues ?? [];
  expect(problems).toContainEqual(
    expect.objectContaining({
      path: ["condition", "metric"],
      message: "This is a figure of one unit: watch an asset or a token",
    }),
  );
  const metricProblems = (type: string, metric: string) =>
    (watch(type, metric).error?.issues ?? []).filter(({ path }) => path.includes("metric"));
  expect(metricProblems("asset", "price_dollar")).toEqual([]);
  expect(metricProblems("network", "holding_addresses_count")).toEqual([]);
});
