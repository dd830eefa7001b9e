import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";

const { undeclaredImports } = await import(new URL("./runtimeImports.js", import.meta.url).href);

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
