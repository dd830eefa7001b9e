import { expect, test } from "vitest";
import { watchedName } from "./watchedName";

test("tokens of one name on one network are distinguished, and an unnamed row has its id", () => {
  const token = { id: 1, network_name: "Ethereum", address: "0xdAC17F958D2ee523a2206206994597C13D831ec7" };
  expect(watchedName("USDT", token)).toMatch(/^USDT on Ethereum \(0xdAC1.*1ec7\)$/);
  expect(watchedName("USDT", { ...token, address: null })).toBe("USDT on Ethereum");
  expect(watchedName("Base", { id: 10 })).toBe("Base");
  expect(watchedName(null, { id: 10 })).toBe("10");
});
