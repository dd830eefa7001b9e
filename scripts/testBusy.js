/**
 * `npm run test:busy`: the browser tests while ten other processes keep the processors busy, as on a
 * loaded machine. Run by hand before a release: a test that depends on timing fails here.
 *
 * Arguments are passed to the test runner: `npm run test:busy -- tests/e2e/search.test.ts`.
 */
import { spawn, spawnSync } from "node:child_process";

const LOAD = 10;
const SLOWDOWN = "8";

const args = process.argv.slice(2).filter((arg) => arg !== "--slow");
const isSlow = args.length < process.argv.length - 2;

const busy = Array.from({ length: isSlow ? 0 : LOAD }, () =>
  // Each exits with this process, even if that is killed: its input closes.
  spawn(
    process.execPath,
    [
      "-e",
      "process.stdin.resume().on('end', () => process.exit()); setImmediate(function spin() { const until = Date.now() + 100; while (Date.now() < until); setImmediate(spin); })",
    ],
    {
      stdio: ["pipe", "ignore", "inherit"],
    },
  ),
);
const { status } = spawnSync("npx", ["vitest", "run", "--project", "e2e", ...args], {
  stdio: "inherit",
  env: { ...process.env, ...(isSlow && { E2E_SLOW: SLOWDOWN }) },
});
for (const { stdin } of busy) stdin.end();
process.exitCode = status ?? 1;
