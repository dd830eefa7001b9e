import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { unknownMetric } from "#domain/metrics";
import { MetricTile, type MetricTileProps } from "./MetricTile";

const tile = (props: Partial<MetricTileProps>) =>
  renderToStaticMarkup(
    <MetricTile
      metric="holding_addresses_count"
      value={{ ...unknownMetric, val: 1200 }}
      asOf="2026-11-23"
      {...props}
    />,
  );

test("a figure of some tokens states their number below it", () => {
  expect(tile({ coverage: { tokens: 1, of: 4 } })).toContain(">1 of 4 tokens</span>");
});

test("a figure of nearly all tokens states their number in its description only", () => {
  const most = tile({ coverage: { tokens: 1267, of: 1293 } });
  expect(most).not.toContain("tokens</span>");
});

test("unknown figures, and figures of all tokens, state no number", () => {
  expect(tile({})).not.toContain("tokens</span>");
  expect(tile({ coverage: { tokens: 0, of: 4 }, value: null })).not.toContain("tokens</span>");
});

test("a daily flow is compared with the same weekday only", () => {
  const value = { ...unknownMetric, val: 10, chg_7d_pct: 1.5, chg_30d_pct: -45 };
  const daily = tile({ metric: "daily_mints_dollar", value });
  expect(daily).toContain("+1.50%");
  expect(daily).not.toContain("45.00%");
  expect(tile({ metric: "holding_addresses_count", value })).toContain("45.00%");
});

test("similar totals describe what they contain", () => {
  const of = (metric: string) => tile({ metric, coverage: { tokens: 3, of: 4 } });
  expect(of("bridged_token_value_dollar")).toContain(">At NAV, or price if none · 3 of 4 tokens</span>");
  expect(of("bridged_token_market_cap_dollar")).toContain(">At market price · 3 of 4 tokens</span>");
});
