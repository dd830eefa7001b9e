import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildKillable, type KillableScript } from "../testSupport/buildKillable";
import { pricesFile } from "../testSupport/correctedStore";

const script = fileURLToPath(new URL("../testSupport/undoInChild.ts", import.meta.url));

let child: KillableScript;
let folder: string;
let files: string[];
beforeAll(async () => {
  child = await buildKillable(script);
  folder = await mkdtemp(join(tmpdir(), "cadastre-undo-kill-"));
  files = ["wrong.csv", "earlier.csv", "later.csv"].map((name) => join(folder, name));
  const [wrong = "", earlier = "", later = ""] = files;
  await writeFile(earlier, pricesFile({ entity: "alpha", first: 0, days: 2_000, value: 1 }));
  await writeFile(
    wrong,
    pricesFile(
      { entity: "alpha", first: 1_000, days: 2_000, value: 100 },
      { entity: "token:beta-ethereum", first: 0, days: 2_000, value: 100 },
    ),
  );
  await writeFile(later, pricesFile({ entity: "alpha", first: 2_500, days: 1_000, value: 7 }));
});
afterAll(async () => {
  await child.remove();
  await rm(folder, { recursive: true, force: true });
});

it("an undo that is killed with SIGKILL leaves the state before, or that after it from the next start on", async () => {
  const [wrong = "", earlier = "", later = ""] = files;
  const at = (store: string) => join(folder, store);
  await child.run([at("imported"), "import", earlier, wrong, later]);
  const start = async (store: string) => child.run([at(store), "rest"]);
  const before = await start("imported");
  const copy = (store: string) => cp(at("imported"), at(store), { recursive: true });
  await copy("undisturbed");
  const after = await child.run([at("undisturbed"), "undo", wrong, earlier, later]);
  expect(after).not.toBe(before);
  expect(JSON.parse(after ?? "")).toMatchObject({ dirty: [], scratch: [] });
  const strikes = [
    'insert settings .*"undo_pending","value":"\\{',
    'insert dirty_assets .*"done":false',
    "DELETE FROM observations WHERE NOT \\(",
    "DELETE FROM observations WHERE NOT is_sample",
    "insert sources",
    'insert settings .*"undo_pending","value":""',
    "INSERT INTO daily_metrics",
    "INSERT INTO entity_metrics",
    'insert settings .*data_version"',
    'insert dirty_assets .*"done":true',
  ];
  for (const killAt of strikes) {
    await copy("struck");
    expect(await child.run([at("struck"), "undo", wrong, earlier, later], killAt), killAt).toBeNull();
    expect([before, after], killAt).toContain(await start("struck"));
    await rm(at("struck"), { recursive: true });
  }
}, 600_000);
