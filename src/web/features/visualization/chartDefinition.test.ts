import { expect, test } from "vitest";
import { readChartAddress } from "./chartAddress";
import { exampleChart, readChart } from "./chartDefinition";

test("a definition is parsed with its defaults", () => {
  const { endpoint, query } = exampleChart;
  expect(readChart(exampleChart)).toEqual({ chart: exampleChart, problems: [] });
  expect(readChart({ endpoint, query }).chart).toEqual({ ...exampleChart, mode: "lines" });
});

test("all errors are reported at once, by path", () => {
  expect(
    readChart({
      endpoint: "/assets",
      query: [],
      mode: "pie",
      scale: 1,
      percent: "yes",
      title: 7,
      colour: "red",
    }),
  ).toEqual({
    chart: null,
    problems: [
      { path: "colour", message: "unknown property" },
      {
        path: "endpoint",
        message:
          "must be one of /token_timeseries, /protocol_timeseries, /asset_timeseries, /pool_timeseries, /loan_timeseries",
      },
      { path: "mode", message: "must be one of stacked, lines, bars" },
      { path: "scale", message: "must be one of linear, log" },
      { path: "title", message: "must be text of at most 120 characters" },
      { path: "percent", message: "must be true or false" },
      { path: "query", message: "must be a query of the data API: an object with filter and aggregate" },
    ],
  });
  expect(readChart("chart").problems).toEqual([{ path: "chart", message: "must be an object" }]);
});

test("a URL can contain a definition up to a maximum length", () => {
  expect(readChartAddress({ chart: exampleChart, other: 1 })).toEqual({ chart: exampleChart });
  expect(readChartAddress({ chart: "x".repeat(20_001) })).toEqual({});
});
