import { expect, it, test } from "vitest";
import { rpcProblem } from "./rpcProblem";

/** Error texts of providers, with the number of blocks that they state. */
test.each<[string, number | null]>([
  ["Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range.", 2_000],
  ["Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.", 10],
  ["eth_getLogs is limited to a 5 range", 5],
  ["eth_getLogs and eth_newFilter are limited to a 10,000 blocks range", 10_000],
  ["eth_getLogs is limited to 0 - 10000 blocks range", 10_000],
  ["query is limited to 1000 blocks", 1_000],
  ["range 20000 exceeds limit of 10000", 10_000],
  ["block range is too large: maximum allowed is 1024 blocks", 1_024],
  ["exceed maximum block range: 5000", 5_000],
  ["max block range = 100", 100],
  ["maximum block range: 2000", 2_000],
  ["query exceeds max block range 100000", 100_000],
  ["requested too many blocks from 1 to 9, maximum is set to 2048", 2_048],
  ["block range too large. Max range: 800", 800],
  ["The maximum number of requested blocks is 5000", 5_000],
  ["you can query at most 500 blocks", 500],
  ["ranges over 10000 blocks are not supported on the free plan", 10_000],
  ["block range exceeds 1024", 1_024],
  ["eth_getLogs range is too large, max distance: 1000", 1_000],
  ["exceeded the allowed block range (5001 > 5000)", 5_000],
  ["block range too large", null],
  ["block range is too wide", null],
  ["Block range limit exceeded", null],
  ["limit exceeded", null],
])("%s: the range is too large", (message, limit) => {
  expect(rpcProblem({ message, code: -32_000 })).toEqual({ kind: "range", message, limit, suggestion: null });
});

test.each<[string, bigint, bigint]>([
  ["query returned more than 10000 results. Try with this block range [0x10, 0x1F].", 16n, 31n],
  ["Based on your parameters, this block range should work: [0x1, 0x0a]", 1n, 10n],
  ["query exceeds max results 20000, retry with the range 100-120", 100n, 120n],
])("%s: a range is suggested", (message, from, to) => {
  expect(rpcProblem({ message })).toMatchObject({ kind: "range", suggestion: { from, to } });
});

it("ignores a suggested range that is empty", () => {
  const message = "query returned more than 10000 results. Try with this block range [0x20, 0x1f].";
  expect(rpcProblem({ message })).toEqual({ kind: "results", message });
});

test.each([
  ["query returned more than 10000 results", "results"],
  ["query exceeds max results 20000", "results"],
  ["response too large", "results"],
  ["Response size is larger than 150MB limit", "results"],
  ["query timeout exceeded", "results"],
  ["request timed out", "results"],
  ["context deadline exceeded", "results"],
  ["Your app has exceeded its compute units per second capacity.", "rate"],
  ["project ID request rate exceeded", "rate"],
  ["daily request count exceeded, request rate limited", "rate"],
  ["Too Many Requests", "rate"],
  ["monthly quota reached", "rate"],
  ["please specify less number of addresses", "addresses"],
  ["pruned history unavailable", "pruned"],
  ["missing trie node 01ab (path )", "pruned"],
  ["requested to block 9 after last accepted block 8", "behind"],
  ["cannot query unfinalized data", "behind"],
  ["invalid block height: 12", "behind"],
  ["header not found", "behind"],
  ["the method eth_getBlockReceipts does not exist/is not available", "unsupported"],
  ["Must be authenticated!", "unauthorized"],
  ["something else", "unknown"],
] as const)("%s: %s", (message, kind) => {
  expect(rpcProblem({ message }).kind).toBe(kind);
});

test.each([
  [{ status: 429, message: "block range too large" }, "rate"],
  [{ status: 413, message: "Payload" }, "results"],
  [{ status: 401, message: "" }, "unauthorized"],
  [{ status: 404, message: "" }, "unsupported"],
  [{ status: 503, message: "upstream" }, "transport"],
  [{ code: 4444, message: "gone" }, "pruned"],
  [{ code: -32_601, message: "no" }, "unsupported"],
] as const)("%o is recognised by its number", (parts, kind) => {
  expect(rpcProblem(parts).kind).toBe(kind);
});

it("keeps the wait that an endpoint requests", () => {
  expect(rpcProblem({ status: 429, message: "slow down", retryAfter: 7 })).toMatchObject({ retryAfter: 7 });
});
