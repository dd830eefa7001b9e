import { describe, expect, test } from "vitest";
import { network, view } from "../../../../tests/support/testSeries";
import { chartOption } from "../draw/buildChartOption";
import { paintChart } from "../draw/paintChart";
import type { ChartEvent } from "../series/chartEvents";
import { describeChart } from "./describeChart";
import { placeBrand } from "./placeEvents";
import { frameChart, planChart } from "./planChart";
import { describeReading, readingAt } from "./readingAt";

const axis = { min: 0, max: 100 };
const marks = (...times: number[]) => times.map((time) => ({ time }));

test("the brand is on the left if no mark is near", () => {
  expect(placeBrand([], axis)).toEqual({ wide: 0, narrow: 0 });
  expect(placeBrand(marks(40, 90), axis)).toEqual({ wide: 0, narrow: 0 });
});

test("a mark near the left has the brand to its right", () => {
  expect(placeBrand(marks(10, 60), axis)).toEqual({ wide: 10, narrow: 10 });
});

test("a phone needs more space than a desktop", () => {
  expect(placeBrand(marks(20, 40, 95), axis)).toEqual({ wide: 0, narrow: 40 });
});

test("among many marks the brand is in the widest gap", () => {
  expect(placeBrand(marks(10, 20, 30, 42, 52, 62, 72, 82, 92), axis)).toEqual({ wide: 30, narrow: 30 });
});

const event = (key: string, kind: ChartEvent["kind"], date: string): ChartEvent => ({
  key,
  kind,
  date,
  when: date,
  subject: "USD Coin",
  slug: "usdc",
  href: "/assets/usdc",
  words: "Depeg",
});

const daily = [network("Base", { "2026-01-01": 1, "2026-01-02": 2, "2026-01-03": 3, "2026-01-04": 4 })];
const placed = (plan: ReturnType<typeof planChart>) =>
  plan.marks.map(({ date, kind, events }) => [date, kind, events.map(({ key }) => key).join()]);

describe("events among the dates of a chart", () => {
  test("have one mark per day, with the symbol of the most severe one", () => {
    const plan = planChart(daily, view(), {
      events: [
        event("a", "attestation", "2026-01-02"),
        event("b", "incident", "2026-01-02"),
        event("c", "corporate_action", "2026-01-04"),
      ],
    });
    expect(placed(plan)).toEqual([
      ["2026-01-02", "incident", "b,a"],
      ["2026-01-04", "corporate_action", "c"],
    ]);
  });

  test("have no mark outside of the dates", () => {
    const events = [event("a", "incident", "2025-12-31"), event("b", "incident", "2026-01-05")];
    expect(placed(planChart(daily, view(), { events }))).toEqual([]);
    expect(planChart([], view(), { events }).marks).toEqual([]);
  });

  test("are placed at the first figure after them for weekly data", () => {
    // Sundays; the last week is incomplete on Wednesday the 21st.
    const weekly = [network("Base", { "2026-01-11": 1, "2026-01-18": 2, "2026-01-21": 3 })];
    const events = [
      event("before", "incident", "2026-01-04"),
      event("first", "incident", "2026-01-06"),
      event("second", "incident", "2026-01-12"),
      event("running", "incident", "2026-01-22"),
      event("next", "incident", "2026-01-26"),
    ];
    expect(placed(planChart(weekly, view({ interval: "week" }), { events }))).toEqual([
      ["2026-01-11", "incident", "first"],
      ["2026-01-18", "incident", "second"],
      ["2026-01-21", "incident", "running"],
    ]);
  });

  test("are drawn as a line with a symbol of their kind, on the server as in the browser", () => {
    const plan = planChart(daily, view(), {
      events: [event("a", "attestation", "2026-01-02"), event("b", "incident", "2026-01-03")],
    });
    const { series } = chartOption(plan, frameChart(plan, { room: 4 }));
    const marks = [series ?? []].flat().filter(({ id }) => String(id).startsWith("events-"));
    expect(marks.map((one) => [one.id, one.markLine?.symbol, one.markLine?.data])).toEqual([
      ["events-incident", ["none", "triangle"], [{ xAxis: Date.parse("2026-01-03") }]],
      ["events-attestation", ["none", "circle"], [{ xAxis: Date.parse("2026-01-02") }]],
    ]);
    const painted = paintChart(plan, { id: "p", title: "Value" });
    expect(painted.match(/class="chart-paint-event" x="([\d.]+)%"/g)).toEqual([
      'class="chart-paint-event" x="33.333%"',
      'class="chart-paint-event" x="66.667%"',
    ]);
    expect(paintChart(planChart(daily, view()), { id: "p", title: "Value" })).not.toContain("event");
  });

  test("are listed with the figures of their date, and counted for screen readers", () => {
    const plan = planChart(daily, view(), {
      events: [event("a", "attestation", "2026-01-02"), event("b", "attestation", "2026-01-02")],
    });
    expect(describeReading(readingAt(plan, 1))).toBe(
      "2 Jan 2026: Base $2.00. Attestation, USD Coin, 2026-01-02: Depeg. Attestation, USD Coin, 2026-01-02: Depeg.",
    );
    expect(describeReading(readingAt(plan, 2))).toBe("3 Jan 2026: Base $3.00.");
    expect(describeChart(plan)).toContain("Marked: 2 attestations.");
    expect(describeChart(planChart(daily, view()))).not.toContain("Marked");
  });
});
