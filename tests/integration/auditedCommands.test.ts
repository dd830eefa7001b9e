/** Commands that change market data, as the log and the audit log record them. */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listRecords } from "#accounts/records";
import { catalogKindNames, catalogKinds } from "#domain/catalog";
import { parseQuery } from "#domain/query";
import { readConfiguration } from "#server";
import { asset, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { type Application, openApplication } from "../../src/server/application";
import { operationRunner } from "../../src/server/operations/operations";
import { purgeQuarantineAs } from "../../src/server/operations/quarantine";

let folder: string;
let application: Application;
const lines: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cadastre-audited-"));
  await writeRows({
    "networks.jsonl": [network(1, "ethereum")],
    "assets/all.jsonl": [asset(100_101, "gold")],
    "tokens/all.jsonl": [token(100_201, "gold", "ethereum")],
  });
  application = await openApplication({
    configuration: readConfiguration(
      {
        DATA_DIR: path.join(folder, "data"),
        CATALOG_DIR: path.join(folder, "catalog"),
        BUNDLED_CATALOG: "off",
        SAMPLE_DATA: "off",
      },
      "/",
    ),
    log: pino({ level: "info" }, { write: (line) => void lines.push(line) }),
    operations: operationRunner,
  });
});
afterAll(async () => {
  await application?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  lines.length = 0;
});

/** Writes a catalog that contains only these rows. */
async function writeRows(files: Readonly<Record<string, readonly object[]>>): Promise<void> {
  const empty = catalogKindNames.map((kind) => [catalogKinds[kind].path.replace("*", "all"), []] as const);
  for (const [name, rows] of [...empty, ...Object.entries(files)]) {
    const file = path.join(folder, "catalog", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }
}

async function write(name: string, text: string): Promise<{ path: string; name: string }> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return { path: file, name: file };
}

const run = (name: string, input: unknown = {}) =>
  operationRunner(application)(name, input, () => undefined, undefined, { settings: {}, user: "alice" });

const latestAudit = async () => {
  const { records } = await listRecords(application.people.db, "audit_log", parseQuery({}));
  const { action, actor, subjectKind, subject, detail } = records[0]?.values ?? {};
  return { action, actor, subjectKind, subject, detail };
};
const logged = () => lines.map((line) => JSON.parse(line)).filter(({ operation }) => operation !== undefined);

const gold = "entity,metric,date,value\ngold,price_dollar,2026-01-05,100\ngold,price_dollar,2026-01-32,101\n";

test("an import is in the log and the audit log with the system user, the files and the result", async () => {
  const file = await write("prices.csv", gold);
  await run("import", { files: [file], source: null, mapping: null });
  expect(await latestAudit()).toEqual({
    action: "import files",
    actor: "operator (alice)",
    subjectKind: "file",
    subject: "prices.csv",
    detail: expect.stringMatching(/1 value accepted .*1 row rejected/),
  });
  expect(logged()).toEqual([
    expect.objectContaining({
      msg: "Command completed",
      operation: "import",
      actor: "operator (alice)",
      output: { summary: expect.stringContaining("1 row rejected"), clean: false, rejected: null },
    }),
  ]);
});

test("an undo is in the log and the audit log with what was selected and removed, and removes only what was shown", async () => {
  const input = { source: "prices.csv", metrics: ["price_dollar"] };
  const shown = (await run("imports.preview", input)) as { sourceIds: number[]; observations: number };
  expect(shown).toMatchObject({
    observations: 1,
    summary: expect.stringContaining("1 figure of prices.csv"),
  });
  await expect(
    run("imports.undo", { ...input, sourceIds: shown.sourceIds, observations: 2 }),
  ).rejects.toThrow("The figures have changed since they were shown.");
  await run("imports.undo", { ...input, sourceIds: shown.sourceIds, observations: 1 });
  expect(await latestAudit()).toEqual({
    action: "undo import",
    actor: "operator (alice)",
    subjectKind: "file",
    subject: "prices.csv (price_dollar)",
    detail:
      "Removed 1 figure of 1 asset, reported by prices.csv. Importing a file again with --again restores its figures.",
  });
  expect(logged()).toMatchObject([{ msg: "Command failed" }, { operation: "imports.undo" }]);
  expect(await run("imports.list")).toMatchObject([
    { name: "prices.csv", values: 0, by: "operator (alice)" },
  ]);
});

test("a load of the catalog is in the log and the audit log, also if it fails", async () => {
  await run("catalog.load");
  const loaded = { action: "load catalog", actor: "operator (alice)", subjectKind: "catalog", subject: "" };
  expect(await latestAudit()).toEqual({ ...loaded, detail: expect.stringContaining("Loaded 1 asset") });
  expect(logged()).toMatchObject([{ msg: "Command completed", operation: "catalog.load" }]);

  lines.length = 0;
  await write("catalog/networks.jsonl", "{\n");
  await expect(run("catalog.load")).rejects.toThrow();
  expect(await latestAudit()).toEqual({ ...loaded, detail: expect.stringMatching(/^Failed: .*networks/s) });
  expect(logged()).toMatchObject([{ msg: "Command failed", operation: "catalog.load" }]);
});

test("the removal and the load of sample data are in the log and the audit log", async () => {
  await run("sample.clear");
  expect(await latestAudit()).toMatchObject({ action: "remove sample data", actor: "operator (alice)" });
  await run("sample.load");
  expect(await latestAudit()).toMatchObject({
    action: "load sample data",
    detail: expect.stringContaining("Sample data is loaded"),
  });
  expect(logged()).toMatchObject([{ operation: "sample.clear" }, { operation: "sample.load" }]);
});

test("a command without valid input is not in the audit log", async () => {
  const before = await latestAudit();
  await expect(run("import", { files: [], source: null, mapping: null })).rejects.toThrow("files");
  expect(await latestAudit()).toEqual(before);
});

test("commands about people name the system user", async () => {
  await run("users.grantAdmin", { email: "ada@example.com" });
  expect(await latestAudit()).toMatchObject({ action: "grant administrator", actor: "operator (alice)" });
});

test("purges of the quarantine are in the log and the audit log, from the command line and from the page", async () => {
  await run("quarantine.purge", { file: "prices.csv" });
  const purged = { action: "purge quarantine", subjectKind: "quarantine" };
  expect(await latestAudit()).toEqual({
    ...purged,
    actor: "operator (alice)",
    subject: "prices.csv",
    detail: "Removed 1 entry from the quarantine of prices.csv. Stored figures are unchanged.",
  });
  const actor = randomUUID();
  await purgeQuarantineAs(application, { actor, file: null });
  expect(await latestAudit()).toMatchObject({
    ...purged,
    actor,
    detail: expect.stringContaining("Removed 0 entries"),
  });
  expect(logged()).toMatchObject([
    { operation: "quarantine.purge" },
    { operation: "quarantine.purge", actor },
  ]);
});
