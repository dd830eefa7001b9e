import { expect, test } from "vitest";
import { assignColors, type ColorChoice, dashOf } from "./assignColors";
import type { ChartGroup } from "./chartSeries";
import { SLOTS } from "./palette";

const group = (id: number, color?: string): ChartGroup => ({
  type: "network",
  id,
  slug: `n${id}`,
  name: `N${id}`,
  color,
});
const slotOf = (choice: ColorChoice | undefined) =>
  typeof choice === "object" && "slot" in choice ? choice.slot : undefined;

test("a group has the same colour whatever its place and company, as long as none claims it", () => {
  const alone = assignColors([group(7)]).get("network:7");
  expect(slotOf(alone)).toBeTypeOf("number");
  const free = [1, 2, 3, 4, 5]
    .map((id) => group(id))
    .filter((one) => {
      const slot = slotOf(assignColors([one]).get(`network:${one.id}`));
      return slot !== slotOf(alone);
    });
  const [other] = free;
  if (!other) throw new Error("Every group has the same slot");
  expect(assignColors([other, group(7)]).get("network:7")).toEqual(alone);
  expect(assignColors([group(7), other]).get("network:7")).toEqual(alone);
});

test("twelve groups have twelve colours", () => {
  const choices = assignColors(Array.from({ length: SLOTS }, (_, id) => group(id)));
  expect(new Set([...choices.values()].map(slotOf)).size).toBe(SLOTS);
});

test("an own colour is kept where it can be seen and told apart", () => {
  const choices = assignColors([
    group(1, "#627EEA"),
    group(2, "#637eea"),
    group(3, "#000000"),
    group(4, "#fffffe"),
  ]);
  expect(choices.get("network:1")).toEqual({ own: "#627eea" });
  for (const id of [2, 3, 4]) expect(slotOf(choices.get(`network:${id}`))).toBeTypeOf("number");
});

test("nothing but a colour comes through", () => {
  const choices = assignColors([group(1, 'red" onload="alert(1)'), group(2, "var(--x)")]);
  for (const id of [1, 2]) expect(slotOf(choices.get(`network:${id}`))).toBeTypeOf("number");
});

test("the rest is grey, and neighbours in the legend have different dashes", () => {
  expect(
    assignColors([{ type: "others", id: null, slug: null, name: "All Others (3 items)" }]).get(
      "others:All Others (3 items)",
    ),
  ).toBe("others");
  expect(dashOf(0)).toEqual([]);
  expect(dashOf(1)).not.toEqual(dashOf(2));
});
