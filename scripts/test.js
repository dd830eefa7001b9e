/**
 * `npm test`: everything that must hold, cheapest first. Any failure ends it.
 * Builds the product, since end-to-end tests run against what users get.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const steps = [
  ["Types", "npx", ["tsc", "--noEmit"]],
  ["Format and lint", "npx", ["biome", "check", "--error-on-warnings", "."]],
  ["Build", "node", ["scripts/build.js"]],
  ["Catalog", "node", ["bin/cadastre.js", "catalog", "check"]],
  ["Tests", "npx", ["vitest", "run", ...process.argv.slice(2)]],
];

// Real data files lie beside the checkout on some machines; elsewhere the tests that read them skip in words.
const sharedData = fileURLToPath(new URL("../../shared/data", import.meta.url));
if (process.env.CADASTRE_SHARED_DATA === undefined && existsSync(sharedData)) {
  process.env.CADASTRE_SHARED_DATA = sharedData;
}

for (const [title, command, args] of steps) {
  const started = Date.now();
  console.log(`\n── ${title}`);
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) {
    console.error(`\n${title}: failed`);
    process.exit(status ?? 1);
  }
  console.log(`── ${title}: passed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
