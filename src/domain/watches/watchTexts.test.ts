/** Titles and messages of watches, and times of delivery. */
import { describe, expect, test } from "vitest";
import { subjectTypes } from "../resources/entities";
import { conditionWords } from "./conditionWords";
import { digestTime, nextAttemptAt } from "./deliveryPlan";
import { firingWords } from "./firingWords";
import { watchConditionKinds, watchKindOf } from "./watchKinds";
import { type WatchCondition, watchDraftSchema } from "./watchSchema";

const facts = { value: null, former: null, reported: null, items: [], itemCount: 0 };

describe("conditions and firings as text", () => {
  const cases: [WatchCondition, Partial<Parameters<typeof firingWords>[1]>, string, string][] = [
    [
      { kind: "threshold", metric: "price_dollar", direction: "below", value: 0.99 },
      { value: 0.9812 },
      "Price below $0.99",
      "Price: $0.9812, below $0.99.",
    ],
    [
      {
        kind: "change",
        metric: "holding_addresses_count",
        days: 7,
        direction: "down",
        by: "percent",
        value: 5,
      },
      { value: 950, former: 1000 },
      "Holders down 5% or more in 7 days",
      "Holders: 950, down 5% in 7 days.",
    ],
    [
      {
        kind: "change",
        metric: "price_dollar",
        days: 1,
        direction: "either",
        by: "amount",
        value: 0.5,
      },
      { value: 11, former: 10 },
      "Price up or down $0.50 or more in 1 day",
      "Price: $11.00, up $1.00 in 1 day.",
    ],
    [
      { kind: "change", metric: "apy_7_day_percent", days: 7, direction: "up", by: "amount", value: 0.5 },
      { value: 4.75, former: 4 },
      "7-day APY up 0.5 percentage points or more in 7 days",
      "7-day APY: 4.75%, up 0.75 percentage points in 7 days.",
    ],
    [
      { kind: "staleness", metric: "price_dollar", days: 3 },
      { reported: "2026-03-01" },
      "Price not updated for 3 days",
      "Price last observed on 2026-03-01.",
    ],
    [
      { kind: "attestation_overdue" },
      { reported: "2026-08-31" },
      "Attestation overdue",
      "Attestation overdue: the latest in the catalog covers 2026-08-31.",
    ],
    [
      { kind: "threshold", metric: "price_dollar", direction: "above", value: 1 },
      { value: 1.01, isSample: true },
      "Price above $1.00",
      "Price: $1.01, above $1.00. Sample data.",
    ],
    [
      { kind: "depeg", percent: 1.5 },
      { value: 0.9812 },
      "Price more than 1.5% from $1",
      "Price: $0.9812, 1.88% from $1.",
    ],
    [
      { kind: "new_asset" },
      { items: [{ name: "A" }, { name: "B" }], itemCount: 5 },
      "New asset",
      "New asset: A, B and 3 more.",
    ],
  ];
  test.each(cases)("%o", (condition, found, name, sentence) => {
    expect(conditionWords(condition)).toBe(name);
    expect(firingWords(condition, { ...facts, ...found })).toBe(sentence);
  });
});

test("a draft is limited to valid subjects of its condition, and needs some way to notify", () => {
  const draft = {
    name: "",
    subject: { type: "asset", id: 57 },
    condition: { kind: "new_token" },
    cadence: "at_once",
    receivers: "maker",
    endpointId: null,
  };
  const problems = (change: object) =>
    watchDraftSchema.safeParse({ ...draft, ...change }).error?.issues.map(({ path }) => path.join("."));
  expect(problems({})).toBeUndefined();
  expect(problems({ cadence: null })).toEqual(["cadence"]);
  expect(problems({ subject: { type: "network", id: 1 } })).toEqual(["condition"]);
  expect(problems({ subject: { type: "asset", id: null } })).toEqual(["subject"]);
  expect(problems({ condition: { kind: "staleness", metric: "no_metric", days: 0.5 } })).toEqual([
    "condition.metric",
    "condition.days",
  ]);
  expect(problems({ condition: { kind: "depeg", percent: 0 } })).toEqual(["condition.percent"]);
});

test("every condition is described", () => {
  for (const kind of watchConditionKinds) {
    const { subjects, label } = watchKindOf(kind);
    expect([label !== "", subjects.length > 0]).toEqual([true, true]);
    expect(subjects.filter((type) => !subjectTypes.includes(type))).toEqual([]);
  }
});

describe("deliveries", () => {
  // A Tuesday.
  const now = new Date("2026-03-31T06:59:30Z");
  test("are sent after a minute of grouping, at seven each day, or on Mondays", () => {
    expect(digestTime("at_once", now).toISOString()).toBe("2026-03-31T07:01:00.000Z");
    expect(digestTime("daily", now).toISOString()).toBe("2026-03-31T07:00:00.000Z");
    expect(digestTime("daily", new Date("2026-03-31T07:00:00Z")).toISOString()).toBe(
      "2026-04-01T07:00:00.000Z",
    );
    expect(digestTime("weekly", now).toISOString()).toBe("2026-04-06T07:00:00.000Z");
    expect(digestTime("weekly", new Date("2026-04-06T06:00:00Z")).toISOString()).toBe(
      "2026-04-06T07:00:00.000Z",
    );
  });

  test("are attempted ten times in little more than three days", () => {
    let at = now;
    let attempts = 0;
    for (;;) {
      attempts += 1;
      const next = nextAttemptAt(attempts, at);
      if (next === null) break;
      expect(next > at).toBe(true);
      at = next;
    }
    expect(attempts).toBe(10);
    // 5 s + 5 min + 30 min + (2 + 5 + 10 + 14 + 20 + 24) h
    expect(at.getTime() - now.getTime()).toBe((5 + 300 + 1_800 + 75 * 3_600) * 1_000);
  });
});
