import { expect, test } from "vitest";
import { flowScale, flowSide, largestFlows, SLOT } from "./FlowPicture";

test("flow heights are proportional to their values, and the larger side has the requested height", () => {
  const scale = flowScale(
    [
      [30, 10],
      [15, 5],
    ],
    400,
  );
  expect(scale).toBe(10);
  expect(flowSide([30, 10], scale)).toEqual({
    height: 400,
    nodes: [
      { top: 0, slot: 300, flowTop: 0, flow: 300 },
      { top: 300, slot: 100, flowTop: 300, flow: 100 },
    ],
  });
});

test("a small flow is centred in a slot that fits its name", () => {
  expect(flowSide([4, 100], 1)).toEqual({
    height: SLOT + 100,
    nodes: [
      { top: 0, slot: SLOT, flowTop: (SLOT - 4) / 2, flow: 4 },
      { top: SLOT, slot: 100, flowTop: SLOT, flow: 100 },
    ],
  });
  expect(flowScale([[0], []], 400)).toBe(0);
});

test("flows beyond the largest are combined, and zero flows are omitted", () => {
  const named = (name: string, value: number) => ({
    group: { type: "network", id: name, slug: name, name },
    value,
  });
  const all = [named("a", 1), named("b", 5), named("none", 0), named("c", 3), named("d", 2)];
  expect(largestFlows(all, 2).map(({ group, value }) => [group.name, value])).toEqual([
    ["b", 5],
    ["c", 3],
    ["2 other networks", 3],
  ]);
  expect(largestFlows(all, 3).map(({ group }) => group.name)).toEqual(["b", "c", "d", "a"]);
});
