import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildKillable, type KillableScript } from "../testSupport/buildKillable";

const script = fileURLToPath(new URL("../testSupport/sampleInChild.ts", import.meta.url));

let child: KillableScript;
let folder: string;
beforeAll(async () => {
  child = await buildKillable(script);
  folder = await mkdtemp(join(tmpdir(), "cadastre-sample-kill-"));
});
afterAll(async () => {
  await child.remove();
  await rm(folder, { recursive: true, force: true });
});

const start = (store: string, killAt?: string) => child.run([join(folder, store)], killAt);

/** Bytes of all files of a store. */
async function bytesOf(store: string): Promise<number> {
  const entries = await readdir(join(folder, store), { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe("a start that is killed with SIGKILL while sample data is made", () => {
  it("leaves, once one runs to its end, the figures and the space of a start that was left alone", async () => {
    const undisturbed = await start("undisturbed");
    expect(JSON.parse(undisturbed ?? "")).toMatchObject({ detached: [], contents: { scratch: [] } });
    // Each later than the one before, so that more is there to be written once more.
    const strikes = [
      "INSERT INTO observations",
      "insert transactions",
      "insert news",
      "INSERT INTO daily_metrics",
      "DROP PARTITION",
    ];
    for (const killAt of strikes) expect(await start("struck", killAt), killAt).toBeNull();
    // The rows, as many in the parts as there are, no other tables, no parts that were replaced.
    expect(await start("struck")).toBe(undisturbed);
    const [alone, struck] = [await bytesOf("undisturbed"), await bytesOf("struck")];
    // Parts that are merged otherwise pack their rows otherwise; settings and marks have rows of every start.
    expect(struck).toBeLessThan(alone * 1.2);
  });
});
