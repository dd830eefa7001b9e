import { expect, test } from "vitest";
import { selectSummary } from "./Select";

const options = ["Base", "Ethereum", "Solana"].map((label) => ({ value: label.toLowerCase(), label }));

test("a closed select shows the selection in the order of the list", () => {
  expect(selectSummary(options, [], "Any")).toBe("Any");
  expect(selectSummary(options, ["solana"], "Any")).toBe("Solana");
  expect(selectSummary(options, ["solana", "base"], "Any")).toBe("Base +1");
  expect(selectSummary(options, ["unheard-of"], "Any")).toBe("Any");
});
