import { expect, test } from "vitest";
import { pickVariant } from "./rollouts";

test("variants are picked by their share", () => {
  const thirds = { variants: ["a", "b"], share: [1, 2] };
  expect([0, 0.3, 0.34, 0.99].map((chance) => pickVariant(thirds, chance))).toEqual(["a", "a", "b", "b"]);
});

test("a variant with a share of zero is never picked", () => {
  const all = { variants: ["a", "b"], share: [1, 0] };
  expect([0, 0.5, 0.999999].map((chance) => pickVariant(all, chance))).toEqual(["a", "a", "a"]);
});
