import { describe, expect, it } from "vitest";
import { parseMapping } from "./mapping";

const mapping = { date: "d", entity: { asset: "usdc" }, metrics: { p: "price_dollar" } };

describe("parseMapping", () => {
  it("fills in the defaults", () => {
    expect(parseMapping(mapping)).toMatchObject({ dateFormat: "iso", decimal: ".", skipLeadingZeros: false });
  });

  it.each([
    [
      "one sign for decimals and thousands",
      { ...mapping, decimal: ",", thousands: "," },
      "thousands: is also the decimal sign",
    ],
    ["a quote between columns", { ...mapping, delimiter: '"' }, "delimiter: a quote or line break"],
    [
      "an entity of two kinds",
      { ...mapping, entity: { asset: "a", token: "b" } },
      'entity: give {"asset": slug}',
    ],
    ["a part that does not exist", { ...mapping, dateformat: "iso" }, 'Unrecognized key: "dateformat"'],
    [
      "a column that is a metric without an entity",
      { date: "d", columns: { "ETH supply": { metric: "total_supply_token" } } },
      "columns.ETH supply.entity: is required",
    ],
    [
      "columns of two forms",
      { ...mapping, columns: {} },
      'columns: at least one column is required; (whole): Unrecognized keys: "entity", "metrics"',
    ],
    ["a list", [mapping], "(whole): must be an object"],
    ["nothing", null, "(whole): must be an object"],
    [
      "a part left out",
      { date: "Date", metric: "price_dollar" },
      "entity: is required; metric: must be an object; value: is required",
    ],
  ])("rejects %s and names it", (_, value, message) => {
    expect(() => parseMapping(value)).toThrow(message);
  });
});
