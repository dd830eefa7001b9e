import { expect, test } from "vitest";
import { readPoints, writtenPoints } from "./writtenPoints";

const list = '[["2026-01-31",1.5],["2026-02-28",2]]';
const turned = '[["2026-02-28",2],["2026-01-31",1.5]]';
const whole = { length: 2, newest: "2026-02-28" };

test("points stay as they were written", () => {
  expect(writtenPoints(list, { ...whole, isDescending: false }).text).toBe(list);
  expect(writtenPoints(turned, { ...whole, isDescending: true }).text).toBe(turned);
  expect(writtenPoints(list, { ...whole, isDescending: false }).length).toBe(2);
  expect(readPoints(writtenPoints(list, { ...whole, isDescending: false }))).toEqual([
    ["2026-01-31", 1.5],
    ["2026-02-28", 2],
  ]);
});

test("a period that is still running ends on the newest day", () => {
  const running = { length: 2, newest: "2026-02-03" };
  expect(writtenPoints(list, { ...running, isDescending: false }).text).toBe(
    '[["2026-01-31",1.5],["2026-02-03",2]]',
  );
  expect(writtenPoints(turned, { ...running, isDescending: true }).text).toBe(
    '[["2026-02-03",2],["2026-01-31",1.5]]',
  );
  const one = '[["2026-02-28",2]]';
  for (const isDescending of [true, false]) {
    expect(writtenPoints(one, { ...running, isDescending }).text).toBe('[["2026-02-03",2]]');
  }
});

test("numbers that the engine writes in its own way are written as in every answer", () => {
  const own = '[["2026-01-30",1e22],["2026-01-31",-0],["2026-02-01",1.5e-7]]';
  const day = { length: 3, newest: "2026-02-01", isDescending: false };
  expect(writtenPoints(own, day).text).toBe('[["2026-01-30",1e+22],["2026-01-31",0],["2026-02-01",1.5e-7]]');
});
