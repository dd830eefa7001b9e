import fc from "fast-check";
import { expect, test } from "vitest";
import { inSteps } from "./paintChart";

/** The points of a path of lines in any notation. */
function pointsOf(path: string): [number, number][] {
  const points: [number, number][] = [];
  for (const [, command = "", rest = ""] of path.matchAll(/([MLlZz])([^MLlZz]*)/g)) {
    const numbers = [...rest.matchAll(/-?\d+/g)].map(Number);
    for (let at = 0; at < numbers.length; at += 2) {
      const [a = 0, b = 0] = numbers.slice(at, at + 2);
      const [x, y] = command === "l" ? (points.at(-1) ?? [0, 0]) : [0, 0];
      points.push([x + a, y + b]);
    }
  }
  return points;
}

const point = fc.tuple(fc.integer({ min: -50, max: 2000 }), fc.integer({ min: -50, max: 720 }));
/** An area with gaps is closed once for each date without a value. */
const line = fc.tuple(fc.array(point, { minLength: 1, maxLength: 20 }), fc.nat({ max: 3 }));

test("has the same points, parts and closings", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const path = lines
        .map(([points, closes]) => `M${points.map((one) => one.join(" ")).join("L")}${"Z".repeat(closes)}`)
        .join("");
      const stepped = inSteps(path);
      expect(pointsOf(stepped)).toEqual(lines.flatMap(([points]) => points));
      expect(stepped.replace(/[^MZ]/g, "")).toBe(path.replace(/[^MZ]/g, ""));
    }),
  );
});

test("writes repeated steps identically", () => {
  expect(inSteps("M0 684L19 684L39 683L58 683L38 690Z")).toBe("M0 684l19 0 20-1 19 0-20 7Z");
  expect(inSteps("M0 684L19 684ZZZM38 690L58 683")).toBe("M0 684l19 0ZZZM38 690l20-7");
});

test.each(["M0 0h5", "M1 0A1 1 0 1 1 1 -0.0001", "M0.5 3L4 5", "", "none"])(
  "returns %s unchanged",
  (path) => {
    expect(inSteps(path)).toBe(path);
  },
);
