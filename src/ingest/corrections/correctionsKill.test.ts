import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildKillable, type KillableScript } from "../testSupport/buildKillable";
import { pricesFile } from "../testSupport/correctedStore";

const script = fileURLToPath(new URL("../testSupport/correctInChild.ts", import.meta.url));
const RANDOM_KILLS = 12;

let child: KillableScript;
let folder: string;
let files: string[];
beforeAll(async () => {
  child = await buildKillable(script);
  folder = await mkdtemp(join(tmpdir(), "cadastre-corrections-kill-"));
  files = ["wrong.csv", "right.csv"].map((name) => join(folder, name));
  const [wrong = "", right = ""] = files;
  await writeFile(right, pricesFile({ entity: "alpha", first: 0, days: 500, value: 1 }));
  await writeFile(
    wrong,
    pricesFile(
      { entity: "alpha", first: 450, days: 150, value: 100 },
      { entity: "token:beta-ethereum", first: 0, days: 200, value: 100 },
    ),
  );
});
afterAll(async () => {
  await child.remove();
  await rm(folder, { recursive: true, force: true });
});

it("corrections that are killed with SIGKILL end, once repeated, in the state of undisturbed ones", async () => {
  const [wrong = "", right = ""] = files;
  const at = (store: string) => join(folder, store);
  const contentsOf = (output: string | null) => output?.split("\n")[0];
  await child.run([at("imported"), "import", right, wrong]);
  const copy = (store: string) => cp(at("imported"), at(store), { recursive: true });
  await copy("undisturbed");
  const undisturbed = await child.run([at("undisturbed"), "correct", wrong]);
  const after = contentsOf(undisturbed);
  const duration = Number(undisturbed?.split("\n")[1]);
  expect(JSON.parse(after ?? "")).toMatchObject({
    dirty: [],
    scratch: [],
    superseded_values: [{ n: "3" }],
  });
  const strikes = [
    'insert superseded_values .*"is_set_aside":false,"lifted_by":""',
    'insert superseded_values .*"is_set_aside":true,"lifted_by":""',
    'insert dirty_assets .*"done":false',
    "DELETE FROM observations WHERE NOT is_sample AND \\(asset_id",
    "INSERT INTO observations",
    'insert superseded_values .*"is_set_aside":true,"lifted_by":"test"',
    'insert superseded_values .*"is_set_aside":false,"lifted_by":"test"',
    'insert settings .*"undo_pending","value":"\\{',
    "insert sources",
  ];
  const random = Array.from({ length: RANDOM_KILLS }, () => `after ${Math.floor(Math.random() * duration)}`);
  for (const killAt of [...strikes, ...random]) {
    await copy("struck");
    const struck = await child.run([at("struck"), "correct", wrong], killAt);
    // The timer of a random kill can be later than the end.
    if (!killAt.startsWith("after")) {
      expect(struck, killAt).toBeNull();
      // The start after the kill completes what was under way.
      const rest = JSON.parse(contentsOf(await child.run([at("struck"), "rest"])) ?? "");
      expect(rest, killAt).toMatchObject({ dirty: [], scratch: [] });
    }
    expect(contentsOf(await child.run([at("struck"), "correct", wrong])), killAt).toBe(after);
    await rm(at("struck"), { recursive: true });
  }
}, 900_000);
