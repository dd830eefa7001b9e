import { expect, test } from "vitest";
import { acrossTokensPhrase } from "./aggregationWords";
import { metricByName, metrics } from "./catalogue";
import type { Derivation, Metric } from "./metric";

test("what metrics say of themselves starts as a sentence does", () => {
  const said = metrics.flatMap(({ doc, formula, source, across }) => [
    doc,
    formula,
    source,
    acrossTokensPhrase(across),
  ]);
  expect(said.filter((text) => !/^(\p{Lu}|\d|Σ)/u.test(text))).toEqual([]);
});

test("a sentence has one full stop, which formulas and sources leave to where they stand", () => {
  for (const { doc, formula, source } of metrics) {
    expect(doc).toMatch(/\.$/);
    expect(`${formula}${source}`).not.toMatch(/\.$/);
  }
});

test("a metric is measured against one of its own unit", () => {
  const measured = metrics.filter(({ benchmark }) => benchmark !== null);
  expect(measured.map(({ slug }) => slug)).toEqual([
    "apy_7_day_percent",
    "apy_30_day_percent",
    "yield_to_maturity_percent",
  ]);
  for (const { benchmark, unit } of measured) expect(metricByName(benchmark ?? "")?.unit).toBe(unit);
});

/** Names and ids that clients of the data API send, and that no release may take away. */
const sent: readonly [name: string, id?: number][] = [
  ["total_asset_value_dollar", 2],
  ["holding_addresses_count"],
  ["market_value_dollar", 40],
  ["outstanding_capital_dollar"],
  ["bridged_token_market_cap_dollar", 70],
  ["bridged_token_value_dollar", 71],
  ["total_supply_token"],
  ["circulating_supply_token"],
  ["bridged_token_supply_token"],
  ["net_asset_value_dollar"],
  ["price_dollar"],
  ["circulating_market_value_dollar"],
  ["circulating_asset_value_dollar"],
  ["daily_mints_token"],
  ["daily_mints_dollar"],
  ["daily_burns_token"],
  ["daily_burns_dollar"],
  ["daily_transfer_volume_token"],
  ["daily_transfer_volume_dollar"],
  ["daily_transfer_count"],
  ["number_of_daily_transactions_count"],
  ["daily_active_addresses_count"],
  ["trailing_30_day_active_addresses_count"],
  ["trailing_30_day_transfer_volume"],
  ["trailing_30_day_transfer_volume_dollar"],
  ["trailing_30_day_transfer_count"],
  ["bridge_inflow_dollar"],
  ["bridge_outflow_dollar"],
  ["top_holder_concentration"],
  ["top_5_holder_concentration"],
  ["top_10_holder_concentration"],
  ["top_10_holders_share_percent"],
  ["holder_concentration_hhi"],
  ["apy_7_day_percent"],
  ["apy_30_day_percent"],
  ["yield_to_maturity_percent"],
  ["weighted_average_maturity_days"],
  ["cumulative_issued_amount_dollar"],
  ["defaulted_loans_amount_dollar"],
  ["average_interest_rate_percent"],
  ["active_loans_count"],
  ["market_cap_dollar"],
];
test.each(sent)("%s is a metric", (name, id) => {
  expect(metricByName(name)).toBeDefined();
  if (id !== undefined) expect(metricByName(name)?.id).toBe(id);
});

test("a slug that no metric has does not compile, wherever a description names one", () => {
  const right: Pick<Metric, "across" | "derive" | "benchmark"> = {
    across: { rule: "weighted", weight: "total_supply_token" },
    derive: [{ op: "product", factors: [["total_supply_token"], ["price_dollar"]] }],
    benchmark: "benchmark_yield_percent",
  };
  // @ts-expect-error no metric has this slug
  const weight: Metric["across"] = { rule: "weighted", weight: "total_suply_token" };
  // @ts-expect-error no metric has this slug
  const factors: Derivation = { op: "product", factors: [["total_supply_token"], ["price_dolar"]] };
  // @ts-expect-error no metric has this slug
  const within: Derivation = { op: "share", of: "price_dollar", within: "price_dolar" };
  // @ts-expect-error no metric has this slug
  const benchmark: Metric["benchmark"] = "benchmark_yeld_percent";
  expect([right, weight, factors, within, benchmark]).toHaveLength(5);
});
