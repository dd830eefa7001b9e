import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildKillable, type KillableScript } from "../testSupport/buildKillable";

const script = fileURLToPath(new URL("../testSupport/importInChild.ts", import.meta.url));

let child: KillableScript;
let folder: string;
let files: string[];
beforeAll(async () => {
  child = await buildKillable(script);
  folder = await mkdtemp(join(tmpdir(), "cadastre-kill-"));
  const rows = (name: string, from: number) =>
    Array.from({ length: 8_000 }, (_, i) => {
      const date = new Date(Date.UTC(2000, 0, 1) + i * 86_400_000).toISOString().slice(0, 10);
      return `${name},total_supply_token,${date},${from + i}\n${name},price_dollar,${date},${1 + (i % 10)}\n`;
    }).join("");
  files = [join(folder, "a.csv"), join(folder, "b.csv")];
  const header = "entity,metric,date,value\n";
  await writeFile(files[0] as string, `${header}${rows("alpha", 100)}nobody,price,2024-01-01,1\n`);
  await writeFile(files[1] as string, `${header}${rows("token:beta-ethereum", 500)}`);
});
afterAll(async () => {
  await child.remove();
  await rm(folder, { recursive: true, force: true });
});

const importInChild = (store: string, killAt?: string) => child.run([join(folder, store), ...files], killAt);

describe("an import that is killed with SIGKILL", () => {
  it("ends, once repeated, with the same tables as one that was left alone", {
    timeout: 600_000,
  }, async () => {
    const undisturbed = await importInChild("undisturbed");
    expect(JSON.parse(undisturbed ?? "")).toMatchObject({ scratch: [], quarantine: [{ n: "1" }] });
    // One store, struck again and again, each time a step later.
    const strikes = [
      "insert scratch_import_\\d+_staged",
      "INSERT INTO scratch_import_\\d+_implausible",
      'insert dirty_assets .*"done":false',
      "INSERT INTO observations",
      "INSERT INTO scratch_derive_\\d+_batch",
      "INSERT INTO daily_metrics",
      "INSERT INTO entity_metrics",
      'insert settings .*data_version"',
      'insert dirty_assets .*"done":true',
    ];
    for (const killAt of strikes) expect(await importInChild("struck", killAt), killAt).toBeNull();
    expect(await importInChild("struck")).toBe(undisturbed);
  });
});
