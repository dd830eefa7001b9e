import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";

const { asProduction } = await import(new URL("./asProduction.js", import.meta.url).href);
const before = process.env.NODE_ENV;
afterEach(() => {
  process.env.NODE_ENV = before;
});

test.each(["test", "development", undefined])(
  "work runs in production mode if the process runs as %s",
  async (own) => {
    if (own === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = own;
    expect(await asProduction(async () => process.env.NODE_ENV)).toBe("production");
    expect(process.env.NODE_ENV).toBe(own);
    await expect(asProduction(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(process.env.NODE_ENV).toBe(own);
  },
);

test("pages are built in production mode", () => {
  const build = readFileSync(path.join(import.meta.dirname, "build.js"), "utf8");
  expect(build).toMatch(/asProduction\(async \(\) => \{[\s\S]{0,200}buildApp\(\)/);
});
