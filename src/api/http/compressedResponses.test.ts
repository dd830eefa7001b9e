import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { acceptedEncodings, CompressedResponses, contentEncodings } from "./compressedResponses";

it.each([
  ["gzip, deflate, br, zstd", ["br", "gzip", "deflate"]],
  ["gzip", ["gzip"]],
  ["GZIP", ["gzip"]],
  ["br;q=0", []],
  ["br;q=0, gzip", ["gzip"]],
  ["br;Q=0, gzip; Q=0.0", []],
  ["br;Q=0.2, GZIP;Q=0.8", ["gzip", "br"]],
  ["br;q=0.000, gzip;q=0", []],
  ["br;q=0.2, gzip;q=0.8", ["gzip", "br"]],
  ["br; q=0.5 , gzip ; q=0.5", ["br", "gzip"]],
  ["*", ["br", "gzip", "deflate"]],
  ["*;q=0", []],
  ["*;q=0, gzip", ["gzip"]],
  ["br;q=0, *", ["gzip", "deflate"]],
  ["identity", []],
  ["identity;q=0.5, gzip;q=1.0", ["gzip"]],
  ["identity, br;q=0.5", []],
  ["xbr, brotli, gzipped", []],
  ["", []],
  [null, []],
] as const)("takes from %j what a client takes: %j", (header, expected) => {
  expect(acceptedEncodings(header)).toEqual(expected);
});

it("never offers an encoding that the client excluded, and parses its own output to the same result", () => {
  const name = fc.constantFrom(...contentEncodings, "identity", "zstd", "*");
  const weight = fc.constantFrom("", ";q=0", ";q=0.0", ";q=0.3", ";q=1", "; q=0.7");
  fc.assert(
    fc.property(fc.array(fc.tuple(name, weight), { maxLength: 6 }), (parts) => {
      const header = parts.map(([encoding, q]) => encoding + q).join(", ");
      const accepted = acceptedEncodings(header);
      for (const encoding of accepted) {
        const named = parts.filter(([one]) => one === encoding);
        expect(named.length === 0 || named.some(([, q]) => !/q=0(\.0)?$/.test(q)), header).toBe(true);
      }
      const again = accepted.map((encoding, index) => `${encoding};q=${1 - index / 10}`).join(", ");
      expect(acceptedEncodings(again)).toEqual(accepted);
    }),
  );
});

const text = JSON.stringify({ results: Array.from({ length: 500 }, (_, id) => ({ id, name: "asset" })) });

test("computes a response once, and compresses it once per encoding", async () => {
  const answers = new CompressedResponses("test");
  let made = 0;
  const ask = (accepts: string | null, name = "a") =>
    answers.body({
      key: { version: "1", name },
      accepts,
      make: async () => {
        made += 1;
        return text;
      },
    });
  await ask(null);
  const [first, second] = await Promise.all([ask("gzip"), ask("gzip")]);
  expect(gunzipSync(first.body).toString()).toBe(text);
  // The same object, since equal content alone does not prove a cache hit.
  expect(second.body).toBe(first.body);
  expect((await ask("gzip, deflate")).body).toBe(first.body);
  const brotli = await ask("gzip, deflate, br");
  expect(brotli.headers).toMatchObject({
    "content-encoding": "br",
    vary: "Accept-Encoding",
    "content-length": String(brotli.body.length),
  });
  expect(brotliDecompressSync(brotli.body).toString()).toBe(text);
  expect(made).toBe(1);
  await ask("gzip", "b");
  expect(made).toBe(2);
});

test("never sends an encoding that the client excluded", async () => {
  const answers = new CompressedResponses("test");
  const ask = async (accepts: string | null) =>
    (await answers.body({ key: { version: "1", name: "a" }, accepts, make: async () => text })).headers[
      "content-encoding"
    ];
  expect(await ask(null)).toBeUndefined();
  expect(await ask("br;q=0, gzip;q=0")).toBeUndefined();
  expect(await ask("br;q=0, gzip")).toBe("gzip");
  expect(await ask("identity")).toBeUndefined();
});

test("sends small responses unencoded, and caches neither failures nor responses beyond the limit", async () => {
  const answers = new CompressedResponses("test", 10_000);
  const small = await answers.body({
    key: { version: "1", name: "s" },
    accepts: "gzip",
    make: async () => "{}",
  });
  expect(small.headers).toEqual({ vary: "Accept-Encoding", "content-length": "2" });
  const fail = () =>
    answers.body({
      key: { version: "1", name: "f" },
      accepts: null,
      make: () => Promise.reject(new Error("no")),
    });
  await expect(fail()).rejects.toThrow("no");
  let made = 0;
  const large = () =>
    answers.body({
      key: { version: "1", name: "l" },
      accepts: null,
      make: async () => {
        made += 1;
        return "x".repeat(20_000);
      },
    });
  await large();
  await large();
  expect(made).toBe(2);
});
