import { expect, it } from "vitest";
import { unknownMetric } from "#domain/metrics";
import { shownMetrics } from "./tiles";

const value = "bridged_token_value_dollar";
const apy = "apy_30_day_percent";
const nav = "net_asset_value_dollar";
const holders = "holding_addresses_count";
const known = (val: number) => ({ ...unknownMetric, val });
const row = { id: 1, [value]: known(5), [apy]: unknownMetric, [nav]: known(0), [holders]: known(7) };

it("replaces a metric without a figure by the next one with a figure, including zero", () => {
  expect(shownMetrics(row, [value, apy, holders], ["name", nav])).toEqual([value, holders, nav]);
  expect(shownMetrics(row, [value, holders], [nav])).toEqual([value, holders]);
});

it("omits it if there is no replacement", () => {
  expect(shownMetrics(row, [value, apy])).toEqual([value]);
});

it("keeps all if no figure is known", () => {
  expect(shownMetrics({ id: 1, [value]: unknownMetric }, [value, apy])).toEqual([value, apy]);
  expect(shownMetrics(undefined, [value, apy])).toEqual([value, apy]);
});
