import { describe, expect, test } from "vitest";
import { network, view, yieldToMaturity } from "../../../../tests/support/testSeries";
import { paintParts } from "../draw/paintChart";
import { partsDrawings } from "../types/partsDrawings";
import { describeChart } from "./describeChart";
import { partsOf } from "./partsOf";
import { planChart } from "./planChart";

const series = [
  network("Ethereum", { "2026-01-01": 90, "2026-01-02": 60 }),
  network("Base", { "2026-01-01": 10, "2026-01-02": 30 }),
  network("Plume", { "2026-01-01": 10, "2026-01-02": 10 }),
  network("Tron", { "2026-01-01": 10, "2026-01-02": null }),
];
const said = (plan: ReturnType<typeof planChart>, hidden?: ReadonlySet<string>) =>
  partsOf(plan, hidden).map(({ name, value, share }) => [name, value, share]);

describe("the parts of the latest day", () => {
  test("are its values, largest first, each with its share of the total", () => {
    const plan = planChart(series, view({ mode: "treemap" }));
    expect(said(plan)).toEqual([
      ["Ethereum", 60, "60.00%"],
      ["Base", 30, "30.00%"],
      ["Plume", 10, "10.00%"],
    ]);
    const [first] = plan.layers;
    expect(said(plan, new Set([first?.key ?? ""]))).toEqual([
      ["Base", 30, "30.00%"],
      ["Plume", 10, "10.00%"],
    ]);
  });

  test("add up to the total, including the combined others", () => {
    const folded = planChart(series, view({ mode: "pie" }), { maxGroups: 1 });
    expect(said(folded)).toEqual([
      ["Ethereum", 60, "60.00%"],
      ["All Others (3 items)", 40, "40.00%"],
    ]);
    const selection = planChart(series.slice(0, 1), view({ mode: "pie" }), {
      total: [
        ["2026-01-01", 120],
        ["2026-01-02", 100],
      ],
    });
    expect(said(selection)).toEqual([
      ["Ethereum", 60, "60.00%"],
      ["Everything else", 40, "40.00%"],
    ]);
  });

  test("are not available for metrics that are not additive, which stay lines with a notice", () => {
    const rates = series.map((one) => ({ ...one, measure: yieldToMaturity }));
    const plan = planChart(rates, view({ mode: "pie" }));
    expect(plan.view.mode).toBe("lines");
    expect(plan.notices.join()).toContain(
      "cannot be summed across groups, so the chart shows lines instead of parts",
    );
    expect(partsOf(plan)).toEqual([]);
  });

  test("have the colours of their groups, and are rendered on the server for wide and narrow screens", () => {
    const plan = planChart(series, view({ mode: "treemap" }));
    const [drawn] = [partsDrawings.treemap.option(plan, { width: 900, height: 360 }).series ?? []].flat();
    expect(drawn?.type).toBe("treemap");
    expect((drawn?.data ?? []).length).toBe(3);
    // A box without space for its share has no label.
    const isSaid = (width: number, height: number): boolean[] => {
      const { series } = JSON.parse(JSON.stringify(partsDrawings.treemap.option(plan, { width, height })));
      return series[0].data.map(({ label }: { label: { show: boolean } }) => label.show);
    };
    expect(isSaid(900, 360)).toEqual([true, true, true]);
    expect(isSaid(150, 100)).toEqual([true, true, false]);
    expect(isSaid(40, 40)).toEqual([false, false, false]);
    const painted = paintParts(plan, { id: "p", title: "Value", mode: "treemap" });
    expect(painted.match(/<svg /g)).toHaveLength(2);
    expect(painted).toContain("Ethereum");
    expect(paintParts(plan, { id: "p", title: "Value", mode: "pie" })).toContain("30.00% Base");
    expect(describeChart(plan)).toBe(
      "Treemap of Bridged Token Value (Dollar) on 2 Jan 2026. Latest total $100.00. Latest values: Ethereum $60.00, Base $30.00, Plume $10.00.",
    );
  });
});
