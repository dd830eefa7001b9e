import { expect, test } from "vitest";
import { metricByName } from "#domain/metrics";
import { fitFormat, fitFullFormat } from "./fitFormat";
import { formatFigure, formatFull } from "./formatNumber";

const price = metricByName("price_dollar");
const column = (values: readonly number[], unit = "dollar", format = price?.format) => {
  const fitted = fitFormat({ unit, format }, values);
  return values.map((value) => formatFigure(value, unit, fitted));
};

test("a column has one number of decimals: the most of any value, limited by its metric", () => {
  expect(column([1, 1.0432, 4012.35])).toEqual(["$1.0000", "$1.0432", "$4,012.3500"]);
  expect(column([1, 1.04325678])).toEqual(["$1.0000", "$1.0433"]);
  expect(column([240.5, 12.25])).toEqual(["$240.50", "$12.25"]);
  expect(column([5, 240.5])).toEqual(["$5.00", "$240.50"]);
});

test("integers have no decimals, and an unknown value has no effect", () => {
  expect(column([4, 7], "days", { notation: "full", decimals: 1 })).toEqual(["4 d", "7 d"]);
  expect(fitFormat({ unit: "percent" }, [null, undefined, 4.5])).toEqual({ notation: "full", decimals: 1 });
});

test("abbreviated figures keep their decimals", () => {
  expect(column([1_200_000_000, 950], "dollar", { notation: "compact", decimals: 2 })).toEqual([
    "$1.20B",
    "$950.00",
  ]);
});

test("in full, a figure shows its decimals, limited by its metric", () => {
  const value = metricByName("bridged_token_value_dollar");
  const shown = (values: readonly number[]) => {
    const fitted = fitFullFormat({ unit: "dollar", format: value?.format }, values);
    return values.map((one) => formatFull(one, "dollar", fitted));
  };
  expect(shown([2_100_568_916.5452])).toEqual(["$2,100,568,916.55"]);
  expect(shown([2_100_568_916, 12])).toEqual(["$2,100,568,916", "$12"]);
  expect(shown([0.0004, 12])).toEqual(["<$0.01", "$12.00"]);
});
