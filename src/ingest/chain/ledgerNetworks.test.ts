import { expect, it, test } from "vitest";
import { hexAddress, ledgerChainId, shownAddress } from "./ledgerNetworks";

const tron = { chain_id: null, virtual_machine: "TVM" };
const ethereum = { chain_id: 1, virtual_machine: "EVM" };
const bitcoin = { chain_id: null, virtual_machine: "Bitcoin Script" };

// Addresses of contracts as https://tronscan.org shows both.
test.each([
  ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c"],
  ["TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8", "0x3487b63d30b5b2c87fb7ffa8bcfade38eaac1abe"],
  ["T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", "0x0000000000000000000000000000000000000000"],
])("%s on Tron is %s", (shown, hex) => {
  expect(hexAddress(tron, shown)).toBe(hex);
  expect(shownAddress(tron, hex)).toBe(shown);
});

test.each([
  [tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u"],
  [tron, "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c"],
  [tron, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  [ethereum, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  [ethereum, "0xa614"],
])("%o has no address %s", (network, address) => {
  expect(hexAddress(network, address)).toBeNull();
});

it("keeps addresses of EVM networks, in lower case", () => {
  const address = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
  expect(hexAddress(ethereum, address)).toBe(address.toLowerCase());
  expect(shownAddress(ethereum, address.toLowerCase())).toBe(address.toLowerCase());
});

it("reads EVM networks and Tron", () => {
  expect([ethereum, tron, bitcoin].map(ledgerChainId)).toEqual([1, 728_126_428, null]);
});
