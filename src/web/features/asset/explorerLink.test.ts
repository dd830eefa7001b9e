import { expect, test } from "vitest";
import { explorerLink } from "./explorerLink";

const evmToken = "0x7712c34205737192402172409a8F7ccef8aA2AEc";

test("an EVM token links to the token page of its explorer", () => {
  expect(explorerLink("https://etherscan.io", "token", evmToken)).toBe(
    `https://etherscan.io/token/${evmToken}`,
  );
  expect(explorerLink("https://soneium.blockscout.com/", "address", evmToken)).toBe(
    `https://soneium.blockscout.com/address/${evmToken}`,
  );
});

test("explorers with their own paths are supported", () => {
  expect(explorerLink("https://tronscan.org", "token", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")).toBe(
    "https://tronscan.org/#/token20/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  );
  expect(explorerLink("https://tronscan.org", "transaction", `0x${"ab".repeat(32)}`)).toBe(
    `https://tronscan.org/#/transaction/${"ab".repeat(32)}`,
  );
  expect(
    explorerLink(
      "https://stellar.expert/explorer/public",
      "token",
      "CBGV2QFQBBGEQRUKUMCPO3SZOHDDYO6SCP5CH6TW7EALKVHCXTMWDDOF",
    ),
  ).toBe(
    "https://stellar.expert/explorer/public/contract/CBGV2QFQBBGEQRUKUMCPO3SZOHDDYO6SCP5CH6TW7EALKVHCXTMWDDOF",
  );
  expect(explorerLink("https://explorer.zksync.io", "token", evmToken)).toBe(
    `https://explorer.zksync.io/address/${evmToken}`,
  );
});

test("an identifier that the explorer does not support has no link", () => {
  expect(explorerLink("https://www.mintscan.io/noble", "token", "uusdc")).toBeNull();
  expect(explorerLink("https://mempool.space", "token", "31")).toBeNull();
  expect(explorerLink(null, "token", evmToken)).toBeNull();
  expect(explorerLink("https://etherscan.io", "token", null)).toBeNull();
});

test("special characters of an identifier are escaped in the path", () => {
  expect(explorerLink("https://solscan.io", "token", "../x?y#z")).toBe(
    "https://solscan.io/token/..%2Fx%3Fy%23z",
  );
});
