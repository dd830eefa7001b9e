import { describe, expect, test } from "vitest";
import { watchConditionSchema } from "#domain/watches";
import { readWatchSearch } from "./watchSearch";
import { conditionOf, draftOf, formOf, isComplete, newForm, withKind, withType } from "./watchValues";

describe("the form of a watch", () => {
  test("starts with the subject in the URL, and drops invalid parts", () => {
    expect(
      newForm(readWatchSearch({ type: "network", id: 1, metric: "holding_addresses_count" })),
    ).toMatchObject({
      type: "network",
      id: 1,
      kind: "threshold",
      metric: "holding_addresses_count",
    });
    expect(newForm(readWatchSearch({ type: "catalog", id: 5 }))).toMatchObject({
      kind: "new_asset",
      id: null,
    });
    expect(readWatchSearch({ type: "moon", id: -1, metric: 7, of: "others" })).toEqual({});
  });

  test.each([
    { kind: "threshold", metric: "price_dollar", direction: "above", value: 1.05 },
    { kind: "change", metric: "price_dollar", direction: "down", days: 30, by: "amount", value: 2 },
    { kind: "staleness", metric: "price_dollar", days: 3 },
    { kind: "depeg", percent: 0.5 },
    { kind: "attestation_overdue" },
    { kind: "new_token" },
  ])("preserves a condition: %o", (stored) => {
    const condition = watchConditionSchema.parse(stored);
    const form = formOf({
      id: "1",
      name: "n",
      subject: { type: "asset", id: 1, name: "A", path: null },
      condition,
      text: "",
      cadence: null,
      receivers: "maker",
      endpointId: "e",
      isPaused: false,
      problem: "",
      lastFiredAt: null,
    });
    expect(conditionOf(form)).toEqual(condition);
    expect(draftOf(form)).toMatchObject({ cadence: null, endpointId: "e" });
    expect(isComplete(form)).toBe(true);
  });

  test("keeps a condition that applies to another subject, and is incomplete without a number", () => {
    const form = withKind({ ...newForm({}), id: 1 }, "depeg");
    expect(isComplete(form)).toBe(false);
    expect(isComplete({ ...form, value: "1" })).toBe(true);
    expect(withType(form, "token").kind).toBe("depeg");
    expect(withType(form, "network").kind).toBe("threshold");
  });
});
