import { expect, test } from "vitest";
import { advanceWatch, type WatchLook, type WatchState } from "./advanceWatch";

/** Which of several looks fire. */
function fired(looks: readonly (WatchLook & { basis?: string })[]): boolean[] {
  let state: WatchState | null = null;
  return looks.map(({ basis = "a", ...look }) => {
    const next = advanceWatch(state, look, basis);
    state = next.state;
    return next.fires;
  });
}
const holds = (value: boolean | null) => ({ holds: value });

test("a watch fires once per crossing, and again after the condition ceased", () => {
  expect(fired([false, true, true, false, false, true, true].map(holds))).toEqual([
    false,
    true,
    false,
    false,
    false,
    true,
    false,
  ]);
});

test("a condition that holds at the first look is no crossing", () => {
  expect(fired([true, true, false, true].map(holds))).toEqual([false, false, false, true]);
});

test("a figure that is not known changes nothing", () => {
  expect(fired([false, null, true, null, true, null, false, null, true].map(holds))).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
});

test("new ids fire once each", () => {
  const first = advanceWatch(null, { ids: [1, 2] }, "a");
  expect(first).toMatchObject({ fires: false, added: [] });
  const second = advanceWatch(first.state, { ids: [2, 3, 4] }, "a");
  expect(second).toMatchObject({ fires: true, added: [3, 4] });
  // 1 is back: it was there before.
  expect(advanceWatch(second.state, { ids: [1, 2, 3, 4] }, "a")).toMatchObject({ fires: false, added: [] });
});

test("rows that appear because the owner can read more are not new, and a crossing in the meantime does not fire", () => {
  expect(fired([{ ids: [1] }, { ids: [1, 2], basis: "b" }, { ids: [1, 2, 3], basis: "b" }])).toEqual([
    false,
    false,
    true,
  ]);
  expect(fired([holds(false), { holds: true, basis: "b" }])).toEqual([false, false]);
});
