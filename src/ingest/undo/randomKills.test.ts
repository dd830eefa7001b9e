/**
 * Imports, derivations and undos that are killed at random moments end, once repeated, in the state of undisturbed ones.
 * RANDOM_KILLS is the number of kills, SEED repeats the moments of a run.
 */
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { randomStream } from "../sample/primitives/randomStream";
import { buildKillable, type KillableScript } from "../testSupport/buildKillable";
import { pricesFile } from "../testSupport/correctedStore";

const script = fileURLToPath(new URL("../testSupport/killedStepInChild.ts", import.meta.url));
const KILLS = Number(process.env.RANDOM_KILLS ?? 6);
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
/** Each step starts with the store that the one before leaves. */
const STEPS = ["import", "derive", "undo"] as const;

let child: KillableScript;
let folder: string;
let files: string[];
beforeAll(async () => {
  child = await buildKillable(script);
  folder = await mkdtemp(join(tmpdir(), "cadastre-random-kills-"));
  files = ["wrong.csv", "right.csv"].map((name) => join(folder, name));
  const [wrong = "", right = ""] = files;
  await writeFile(
    wrong,
    pricesFile(
      { entity: "alpha", first: 1_000, days: 2_000, value: 100 },
      { entity: "token:beta-ethereum", first: 0, days: 2_000, value: 100 },
    ),
  );
  await writeFile(right, pricesFile({ entity: "alpha", first: 0, days: 2_000, value: 1 }));
});
afterAll(async () => {
  await child.remove();
  await rm(folder, { recursive: true, force: true });
});

it(`end in the state of undisturbed ones (SEED=${SEED})`, { timeout: 120_000 + KILLS * 60_000 }, async () => {
  const at = (store: string) => join(folder, store);
  const copy = (from: string, to: string) => cp(at(from), at(to), { recursive: true });
  const run = async (store: string, step: string, killAfter?: number) => {
    const output = await child.run([at(store), step, ...files], killAfter?.toFixed(1));
    const [contents = "", took = "0"] = output?.split("\n") ?? [];
    return output === null ? null : { contents, took: Number(took) };
  };
  const states: { step: string; before: string; after: string; took: number }[] = [];
  await run("start", "rest");
  let before = "start";
  for (const step of STEPS) {
    const after = `after-${step}`;
    await copy(before, after);
    const done = await run(after, step);
    states.push({ step, before, after: done?.contents ?? "", took: done?.took ?? 0 });
    before = after;
  }
  const ends = states.map(({ after }) => after);
  expect(new Set([ends[0], ends[2]]).size).toBe(2);
  for (const end of ends) expect(JSON.parse(end)).toMatchObject({ dirty: [], scratch: [] });

  const random = randomStream(SEED, "kills");
  const killed = new Map<string, number>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { step, before: from, after, took } = states[kill % states.length] as (typeof states)[number];
    const moment = random.between(0, took);
    const where = `kill ${kill + 1} of ${KILLS}: ${step} after ${moment.toFixed(1)} ms`;
    await copy(from, "struck");
    // A faster run than the first one can end before its moment.
    if ((await run("struck", step, moment)) === null) killed.set(step, (killed.get(step) ?? 0) + 1);
    const rest = await run("struck", "rest");
    expect(JSON.parse(rest?.contents ?? ""), where).toMatchObject({ dirty: [], scratch: [] });
    expect((await run("struck", step))?.contents, where).toBe(after);
    await rm(at("struck"), { recursive: true });
  }
  console.info(
    `SEED=${SEED}: killed ${[...killed].map(([step, count]) => `${count} of ${step}`).join(", ")}`,
  );
  expect(killed.size).toBeGreaterThan(0);
});
