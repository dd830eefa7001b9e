import { Hono } from "hono";
import { expect, test } from "vitest";
import { entityTag } from "./entityTag";

const tagOf = async ({ path = "/assets", version = "7", format = "json", build = "one" } = {}) => {
  const app = new Hono();
  const market = { scope: null, dated: null, dataVersion: async () => version };
  app.get("*", async (c) => c.text(await entityTag(c, market, format, build)));
  return (await app.request(path)).text();
};

test("a tag depends on the URL, the data version and the build", async () => {
  const tag = await tagOf();
  expect(tag).toMatch(/^W\/"7-[\w-]{22}"$/);
  expect(await tagOf()).toBe(tag);
  const others = await Promise.all([
    tagOf({ path: "/assets?page=2" }),
    tagOf({ version: "8" }),
    tagOf({ format: "csv" }),
    tagOf({ build: "two" }),
  ]);
  expect(new Set([tag, ...others]).size).toBe(5);
});
