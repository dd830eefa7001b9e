/**
 * `npm test`: everything that must hold; what takes minutes, last. A failure ends it; of the tests, all are run.
 * Builds the product, since end-to-end tests run against what users get.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Real data files lie beside the checkout on some machines; elsewhere the tests that read them skip in words.
const sharedData = fileURLToPath(new URL("../../shared/data", import.meta.url));
if (process.env.CADASTRE_SHARED_DATA === undefined && existsSync(sharedData)) {
  process.env.CADASTRE_SHARED_DATA = sharedData;
}

/** Stands last, where it is looked for, and not above what the step beside it goes on to print. */
const printedByFailed = [];
process.on("exit", () => {
  for (const printed of printedByFailed) console.error(printed);
});

/**
 * A command of this project's libraries, without the half second that npx takes to find it.
 * @param {string} name
 */
function installed(name) {
  return fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));
}

/**
 * Runs a command, and ends this process where it fails.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {"inherit" | "pipe"} output "pipe": keeps what it prints until it has ended, for steps that run beside another
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

// Format and types keep one core busy for as long as the build does another.
await Promise.all([
  step("Format and lint", installed("biome"), ["check", "--error-on-warnings", "."], "pipe"),
  // One checker: four, as it has otherwise, do twice the work between them, on cores that the build needs.
  step("Types", installed("tsc"), ["--noEmit", "--checkers", "1"], "pipe"),
  step("Build", "node", ["scripts/build.js"]).then(() =>
    step("Catalog", "node", ["bin/cadastre.js", "catalog", "check"]),
  ),
]);
await step("Tests", installed("vitest"), ["run", ...process.argv.slice(2)]);
