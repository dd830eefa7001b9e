/**
 * `npm test`: all checks, the slow ones last. Stops at the first failing step; of the tests, all are run. Builds the
 * product, since end-to-end tests run against the built product.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Some machines have real data files next to the checkout; elsewhere the tests that read them skip with a message.
const sharedData = fileURLToPath(new URL("../../shared/data", import.meta.url));
if (process.env.CADASTRE_SHARED_DATA === undefined && existsSync(sharedData)) {
  process.env.CADASTRE_SHARED_DATA = sharedData;
}

/** Printed last, after the output of the step that runs at the same time. */
const printedByFailed = [];
process.on("exit", () => {
  for (const printed of printedByFailed) console.error(printed);
});

/**
 * A command of a dependency, without the half second of npx.
 *
 * @param {string} name
 */
function installed(name) {
  return fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));
}

/**
 * Runs a command, and exits if it fails.
 *
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {"inherit" | "pipe"} output "pipe" buffers its output until it ends, for steps that run in parallel
 */
async function step(title, command, args, output = "inherit") {
  const started = Date.now();
  if (output === "inherit") console.log(`\n── ${title}`);
  const child = spawn(command, args, { stdio: ["inherit", output, output] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (printed += part));
  const [status] = await once(child, "close");
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (status !== 0) {
    console.error(`\n${title}: failed`);
    if (printed !== "") printedByFailed.push(printed);
    process.exit(1);
  }
  if (printed !== "") console.log(printed);
  console.log(`── ${title}: passed in ${seconds} s`);
}

// Format and types take one core for as long as the build takes another.
await Promise.all([
  step("Format and lint", installed("biome"), ["check", "--error-on-warnings", "."], "pipe"),
  // One checker: the default of four does twice the work in total, on cores that the build needs.
  step("Types", installed("tsc"), ["--noEmit", "--checkers", "1"], "pipe"),
  step("Build", "node", ["scripts/build.js"]).then(() =>
    step("Catalog", "node", ["bin/cadastre.js", "catalog", "check"]),
  ),
]);
// By default the test runner accepts `it.only` unless `CI` is set.
await step("Tests", installed("vitest"), ["run", "--allowOnly=false", ...process.argv.slice(2)]);
