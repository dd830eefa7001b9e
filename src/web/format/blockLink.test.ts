import { expect, test } from "vitest";
import { blockLink } from "./blockLink";

test("a block links to its page in the explorer", () => {
  expect(blockLink("https://etherscan.io/", 12)).toBe("https://etherscan.io/block/12");
  expect(blockLink("https://tronscan.org", 12)).toBe("https://tronscan.org/#/block/12");
  expect(blockLink(null, 12)).toBeNull();
});
