/**
 * `node scripts/localToken.js URL`: deploys a token on a local node that mines on request (anvil), with a month of
 * transfers that ends today, and prints its address. For docs/operators/chain.md.
 */
import { getAddress } from "viem/utils";

const [url = "http://127.0.0.1:8545"] = process.argv.slice(2);

const DAY = 86_400;
const DAYS = 30;
/** Blocks above the newest one that counts as final. */
const FINALITY = 64;
const ZERO = "0".repeat(40);

/**
 * Call data are entries of sender (20 bytes), receiver (20) and value (32), each a transfer; the zero address mints
 * and burns. It also answers `totalSupply()`, `balanceOf(address)` and `decimals()`.
 */
const BYTECODE =
  "0x6100d7600e6000396100d76000f36048361061008d5760005b80361461008b578060280135813560601c826014013560601c81156100345782825403825561003d565b60005483016000555b801561004e57805483018155610057565b82600054036000555b82600052907fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a35060480161000a565b005b60003560e01c806318160ddd146100ba57806370a08231146100c2578063313ce567146100cb5760006000fd5b6000546100ce565b600435546100ce565b60125b60005260206000f3";

/** @param {string} method @param {unknown[]} params */
async function call(method, ...params) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** @param {number} number */
const holder = (number) => number.toString(16).padStart(40, "a");
/** @param {string} from @param {string} to @param {number} tokens */
const transfer = (from, to, tokens) =>
  from + to + (BigInt(tokens) * 10n ** 18n).toString(16).padStart(64, "0");

const [from] = await call("eth_accounts");
const { timestamp } = await call("eth_getBlockByNumber", "latest", false);
const start = Math.floor(Date.now() / 1_000) - DAYS * DAY;
if (Number(timestamp) >= start) {
  throw new Error(
    `The newest block of ${url} is later than ${DAYS} days ago: start the node with --timestamp.`,
  );
}
/** @param {number} time @param {{ to?: string, data: string }} transaction */
async function mine(time, transaction) {
  const hash = await call("eth_sendTransaction", { from, gas: "0x1c9c380", ...transaction });
  await call("evm_mine", { timestamp: time });
  return call("eth_getTransactionReceipt", hash);
}

const { contractAddress: to } = await mine(start, { data: BYTECODE });
for (let day = 0; day < DAYS; day += 1) {
  const [own, other] = [holder(1 + (day % 12)), holder(1 + ((day * 5 + 3) % 12))];
  const entries = [
    transfer(ZERO, own, 1_000 * (day + 1)),
    ...(day > 3 ? [transfer(own, other, 100 * day)] : []),
    ...(day % 7 === 6 ? [transfer(own, ZERO, 500)] : []),
  ];
  await mine(start + day * DAY + 3_600, { to, data: `0x${entries.join("")}` });
}
await call("evm_setNextBlockTimestamp", start + DAYS * DAY);
await call("anvil_mine", `0x${(FINALITY + 2).toString(16)}`, "0x0");
console.log(getAddress(to));
