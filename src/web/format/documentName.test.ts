import { expect, test } from "vitest";
import { documentName } from "./documentName";

test.each([
  [
    "https://github.com/ondoprotocol/token-list/blob/main/lists/tokenlist.json",
    "ondoprotocol/token-list: tokenlist.json",
  ],
  [
    "https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/spiko/index.js",
    "DefiLlama adapter, source code",
  ],
  [
    "https://github.com/BitGo/BitGoJS/blob/master/modules/statics/src/coins/erc20Coins.ts",
    "BitGo/BitGoJS: erc20Coins.ts, source code",
  ],
  ["https://github.com/wormhole-foundation/wormhole", "wormhole-foundation/wormhole"],
  ["https://github.com", "github.com"],
  ["https://www.sec.gov/", "sec.gov"],
  ["https://unstats.un.org/unsd/methodology/m49/", "unstats.un.org: m49"],
  ["https://tether.to/reports/Q3%202025.pdf", "tether.to: Q3 2025.pdf"],
  ["https://tether.to/100%", "tether.to: 100%"],
])("%s is named %s", (address, name) => {
  expect(documentName(address)).toBe(name);
});
