import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { rolldown } from "rolldown";
import { expect, it, onTestFinished } from "vitest";

const { requireAssets, requireNoCircle, undeclaredImports } = await import(
  new URL("./bundleChecks.js", import.meta.url).href
);

it("reports packages that a bundle imports without declaring them", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "runtime-imports-"));
  try {
    writeFileSync(
      path.join(folder, "main.js"),
      `import fs from "fs";
      import { test } from "node:test";
      import { z } from "zod";
      import { keccak } from "@noble/hashes/sha3";
      export const later = () => Promise.all([import("./part.js"), import("pg"), import("vite"), import("@scope/late/part")]);
      export default [fs, test, z, keccak];`,
    );
    writeFileSync(path.join(folder, "part.js"), 'import "zod/mini"; export default 1;');
    const bundle = await rolldown({
      input: path.join(folder, "main.js"),
      platform: "node",
      external: (id: string) => !id.startsWith(".") && !path.isAbsolute(id),
    });
    const { output } = await bundle.generate({ format: "esm" });
    await bundle.close();
    expect(undeclaredImports(output, { zod: "4", "@scope/late": "1" })).toEqual(["@noble/hashes", "pg"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const chunks = (imports: Record<string, string[]>) =>
  Object.entries(imports).map(([fileName, imported]) => ({ fileName, imports: imported }));

it("accepts files that share their imports", () => {
  const output = chunks({ page: ["table", "chart"], table: ["parts"], chart: ["parts"], parts: [] });
  expect(() => requireNoCircle(output)).not.toThrow();
});

it("names the files of a circle in order", () => {
  const output = chunks({ page: ["dialog"], dialog: ["menu"], menu: ["popup"], popup: ["dialog"] });
  expect(() => requireNoCircle(output)).toThrow("dialog → menu → popup → dialog");
});

it("names files that pages refer to and that were not built", () => {
  const web = mkdtempSync(path.join(tmpdir(), "web-"));
  onTestFinished(() => rmSync(web, { recursive: true }));
  mkdirSync(path.join(web, "server"));
  mkdirSync(path.join(web, "client/_build"), { recursive: true });
  writeFileSync(path.join(web, "client/_build/app-1.css"), "");
  writeFileSync(
    path.join(web, "server/server.js"),
    'import "./_build/part.js"; const css = "/_build/app-1.css";',
  );
  expect(() => requireAssets(web)).not.toThrow();
  writeFileSync(path.join(web, "server/page.js"), 'const script = "/_build/page-2.js";');
  expect(() => requireAssets(web)).toThrow("not built: /_build/page-2.js");
});
