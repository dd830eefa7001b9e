import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CompressedResponses } from "./compressedResponses";

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
