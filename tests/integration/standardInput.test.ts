/** Commands and the server with standard input that is closed, empty, full or endless. */
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inherited, root, startProduct } from "../support/product";

const run = promisify(execFile);
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cadastre-input-"));
  env = { DATA_DIR: path.join(folder, "data"), SAMPLE_DATA: "off" };
  // A stored file is not imported again: each import has its own file.
  for (let day = 1; day <= 10; day++) {
    const date = `2026-01-${String(day).padStart(2, "0")}`;
    await writeFile(
      path.join(folder, `${day}.csv`),
      `entity,metric,date,value\nusdc,price_dollar,${date},1\n`,
    );
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const shell = (script: string) =>
  run("bash", ["-c", script], {
    cwd: folder,
    env: {
      ...inherited,
      LOG_LEVEL: "warn",
      ...env,
      NODE: process.execPath,
      CADASTRE: path.join(root, "bin/cadastre.js"),
    },
  });
const accepted = (stdout: string) => stdout.match(/1 value accepted/g)?.length ?? 0;

it("serves and imports with endless input", async () => {
  const input = spawn("yes", { stdio: ["ignore", "pipe", "ignore"] });
  const product = await startProduct({ env, dataDir: env.DATA_DIR, input: input.stdout });
  try {
    const { code, stdout } = await product.cadastre("import", path.join(folder, "4.csv"));
    expect([code, accepted(stdout)]).toEqual([0, 1]);
  } finally {
    await product.stop();
    input.kill();
  }
});

it("does not consume the input of a shell loop", async () => {
  await writeFile(path.join(folder, "list"), "1.csv\n2.csv\n3.csv\n");
  const { stdout } = await shell('while read -r file; do "$NODE" "$CADASTRE" import "$file"; done < list');
  expect(accepted(stdout)).toBe(3);
});

it("imports with closed, empty, full and endless input, and a read-only command does too", async () => {
  const { stdout } = await shell(`set -e
    "$NODE" "$CADASTRE" import 5.csv <&-
    "$NODE" "$CADASTRE" import 6.csv < /dev/null
    { head -c 1000000 /dev/zero; sleep 1; } | "$NODE" "$CADASTRE" import 7.csv
    yes | "$NODE" "$CADASTRE" import 8.csv
    yes | "$NODE" "$CADASTRE" quarantine`);
  expect(accepted(stdout)).toBe(4);
});

it("checks standard input without a server, and stores nothing", async () => {
  const { stdout } = await shell('"$NODE" "$CADASTRE" import --check - < 9.csv');
  expect(stdout).toContain("standard-input: 1 row read, 1 value would be accepted (1 new,");
});

it("imports standard input only if a command names it", async () => {
  const { stdout } = await shell('cat 9.csv | "$NODE" "$CADASTRE" import - 10.csv');
  expect(stdout).toContain("standard-input: 1 row read");
  expect(accepted(stdout)).toBe(2);
});
