/** Corrections by administrators: their procedures over the real HTTP layer, engine and people store. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listRecords } from "#accounts/records";
import { grantAdministrator } from "#accounts/users";
import type { ListedImport, StartedCorrection } from "#api";
import { currentDay } from "#domain/days";
import type { User } from "#domain/people";
import { parseQuery } from "#domain/query";
import { indexCatalog } from "#domain/resources";
import { importFiles } from "#ingest";
import { worldCatalog } from "../support/marketWorld";
import { openPeopleSite, type PeopleSite } from "../support/peopleSite";
import type { Visitor } from "../support/visitor";

let site: PeopleSite;
let root: Visitor;
let customer: Visitor;
let folder: string;
beforeAll(async () => {
  site = await openPeopleSite();
  await grantAdministrator(site.people, "root@operator.example", "test");
  root = await site.signedIn("root@operator.example");
  customer = await site.signedIn("reader@customer.example");
  folder = await mkdtemp(path.join(tmpdir(), "cadastre-corrections-"));
});
afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

const asset = "ousg";
const importRows = async (name: string, values: readonly number[]) => {
  const file = path.join(folder, name);
  const rows = values.map((value, i) => `${asset},price_dollar,2026-01-0${i + 1},${value}\n`);
  await writeFile(file, `entity,metric,date,value\n${rows.join("")}`);
  await importFiles(site.world.store, indexCatalog(worldCatalog), {
    files: [file],
    provider: "desk",
    today: currentDay(),
  });
};
const all = { search: null, sort: { field: "importedAt", direction: "desc" }, page: 1, perPage: 50 };
const importNamed = async (name: string): Promise<ListedImport> => {
  const { data } = await root.query("imports.list", { ...all, search: name });
  const [found] = (data as { imports: ListedImport[] }).imports;
  if (found === undefined) throw new Error(`No import is called ${name}`);
  return found;
};
const ended = async (): Promise<StartedCorrection> => {
  for (let tries = 0; tries < 400; tries += 1) {
    const { data } = await root.query("imports.correction");
    const current = data as StartedCorrection | null;
    if (current !== null && current.state !== "running") return current;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The correction does not end.");
};
const latestAudit = async () =>
  (await listRecords(site.people.db, "audit_log", parseQuery({}))).records[0]?.values;
const price = async (date: string) => {
  const input = { metric: "price_dollar", entityType: "asset", entityId: asset, date };
  const { data } = await root.query("market.explain", input);
  return data as { value: number | null; superseded: { reason: string; by: string; value: number }[] };
};

describe("an import", () => {
  it("is listed, previewed and taken back, with an entry in the audit log", async () => {
    await importRows("undone.csv", [7, 8, 9]);
    const found = await importNamed("undone");
    expect(found).toMatchObject({
      provider: "desk",
      values: 3,
      firstDay: "2026-01-01",
      lastDay: "2026-01-03",
      state: "stored",
    });
    const { data: detail } = await root.query("imports.get", { id: found.id });
    expect(detail).toMatchObject({
      parts: { metrics: [{ name: "price_dollar", values: 3 }], entities: [{ name: asset }], entityCount: 1 },
    });
    const source = String(found.id);
    const { data: part } = await root.query("imports.previewUndo", { source, from: "2026-01-03" });
    expect(part).toMatchObject({ observations: 1, firstDay: "2026-01-03" });
    const { data: whole } = await root.query("imports.previewUndo", { source });
    expect(whole).toMatchObject({ observations: 3, assets: 1 });
    expect(JSON.stringify(whole)).toContain(`/assets/${asset}`);

    await root.mutate("imports.undo", { source, observations: 2 });
    expect(await ended()).toMatchObject({
      state: "failed",
      message: expect.stringContaining("The figures have changed since they were shown."),
    });
    await root.mutate("imports.undo", { source, observations: 3 });
    const done = await ended();
    expect(done).toMatchObject({
      state: "done",
      subject: "undone.csv",
      message: expect.stringContaining("Removed 3 figures of 1 asset, reported by undone.csv."),
    });
    const me = (await root.query("users.getProfile")).data as User;
    expect(await latestAudit()).toMatchObject({
      action: "undo import",
      subject: `undone.csv [${found.id}]`,
      actor: me.id,
    });
    expect(await importNamed("undone")).toMatchObject({ values: 0, state: "taken back" });
    await root.mutate("imports.closeCorrection", { id: done.id });
    expect((await root.query("imports.correction")).data).toBeNull();
  });

  it("must exist, and be named by its id", async () => {
    expect(await root.query("imports.get", { id: 4_000_000_000 })).toMatchObject({ code: "NOT_FOUND" });
    expect(await root.mutate("imports.undo", { source: "4000000000", observations: 1 })).toMatchObject({
      code: "NOT_FOUND",
    });
    for (const source of ["desk", "1 OR 1", ""]) {
      expect(await root.query("imports.previewUndo", { source })).toMatchObject({ code: "BAD_REQUEST" });
    }
    const { id } = await importNamed("undone");
    for (const wrong of [{ from: "yesterday" }, { metrics: ["prise"] }, { entities: ["nothing"] }]) {
      expect(await root.query("imports.previewUndo", { source: String(id), ...wrong })).toMatchObject({
        code: "BAD_REQUEST",
      });
    }
  });
});

describe("a reported value", () => {
  it("is marked as wrong, explained, and restored", async () => {
    await importRows("superseded.csv", [1, 99, 3]);
    const request = { entity: asset, metric: "price_dollar", date: "2026-01-02", source: null };
    const { data: preview } = await root.query("imports.previewSupersede", request);
    expect(preview).toMatchObject({ value: 99, source: "desk", file: "superseded.csv" });
    const confirmed = { ...request, value: 99, signature: "" };
    expect(await root.mutate("imports.supersede", { ...confirmed, reason: " " })).toMatchObject({
      code: "BAD_REQUEST",
    });
    await root.mutate("imports.supersede", { ...confirmed, value: 98, reason: "In cents" });
    expect(await ended()).toMatchObject({
      state: "failed",
      message: expect.stringContaining("The value is now 99, no longer 98."),
    });
    await root.mutate("imports.supersede", { ...confirmed, reason: "In cents" });
    expect(await ended()).toMatchObject({ state: "done", operation: "observations.supersede" });
    expect(await price("2026-01-02")).toMatchObject({
      value: 1,
      superseded: [{ value: 99, reason: "In cents", by: "an administrator" }],
    });
    const me = (await root.query("users.getProfile")).data as User;
    expect(await latestAudit()).toMatchObject({
      action: "supersede value",
      subject: `price_dollar of ${asset} on 2026-01-02: In cents`,
      actor: me.id,
    });
    const { data } = await root.query("imports.marks", { page: 1 });
    const { marks } = data as { marks: { id: number }[] };
    expect(marks).toMatchObject([
      { value: 99, state: "superseded", markedBy: "root@operator.example", reason: "In cents" },
    ]);
    const id = marks[0]?.id ?? 0;
    await root.mutate("imports.restore", { id });
    expect(await ended()).toMatchObject({
      state: "done",
      message: expect.stringContaining("It counts again."),
    });
    expect(await price("2026-01-02")).toMatchObject({ value: 99, superseded: [] });
    expect(await latestAudit()).toMatchObject({ action: "restore value", subject: `mark ${id}` });
    await root.mutate("imports.restore", { id });
    expect(await ended()).toMatchObject({ state: "failed", message: expect.stringContaining("was lifted") });
    expect(await root.mutate("imports.restore", { id: 1 })).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("corrections", () => {
  const calls = (visitor: Visitor) => [
    visitor.query("imports.list", all),
    visitor.query("imports.get", { id: 1 }),
    visitor.query("imports.previewUndo", { source: "1" }),
    visitor.query("imports.marks", { page: 1 }),
    visitor.query("imports.previewSupersede", { entity: asset, metric: "price_dollar", date: "2026-01-02" }),
    visitor.query("imports.correction"),
    visitor.query("administration.outsideCatalog"),
    visitor.mutate("imports.undo", { source: "1", observations: 1 }),
    visitor.mutate("imports.supersede", {
      entity: asset,
      metric: "price_dollar",
      date: "2026-01-02",
      value: 1,
      reason: "x",
      signature: "",
    }),
    visitor.mutate("imports.restore", { id: 1 }),
    visitor.mutate("imports.closeCorrection", { id: "2f1c3a10-54f4-4a7e-9c8e-1d2b3c4d5e6f" }),
  ];

  it("are for administrators", async () => {
    for (const answer of await Promise.all(calls(site.stranger())))
      expect(answer).toMatchObject({ code: "UNAUTHORIZED" });
    for (const answer of await Promise.all(calls(customer)))
      expect(answer).toMatchObject({ code: "FORBIDDEN" });
  });

  it("cannot be made while viewing as a user", async () => {
    const viewer = await site.signedIn("root@operator.example");
    const { id } = (await customer.query("users.getProfile")).data as User;
    await viewer.mutate("administration.viewAs", { userId: id });
    for (const answer of await Promise.all(calls(viewer)))
      expect(answer).toMatchObject({ code: "FORBIDDEN" });
  });
});
