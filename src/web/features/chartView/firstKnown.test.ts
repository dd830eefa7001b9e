import { expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { unknownMetric } from "#domain/metrics";
import { firstKnown } from "./availableMetrics";

const metrics = ["bridged_token_value_dollar", "holding_addresses_count"] as const;
const row = (known: Readonly<Record<string, object>>) =>
  ({ bridged_token_value_dollar: unknownMetric, ...known }) as unknown as ResourceRow;

test("a chart opens with the first metric that has a current or recent figure", () => {
  const holders = { holding_addresses_count: { ...unknownMetric, val: 69 } };
  expect(firstKnown(row(holders), metrics)).toBe("holding_addresses_count");
  expect(
    firstKnown(row({ ...holders, bridged_token_value_dollar: { ...unknownMetric, val_30d: 4 } }), metrics),
  ).toBe("bridged_token_value_dollar");
});

test("a chart opens with the first metric if none is known", () => {
  expect(firstKnown(row({}), metrics)).toBe("bridged_token_value_dollar");
  expect(firstKnown(undefined, metrics)).toBe("bridged_token_value_dollar");
});
