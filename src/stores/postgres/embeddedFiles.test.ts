import fs from "node:fs";
import { lstat, mkdir, mkdtemp, readdir, rm, stat, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openPeopleStore, type PeopleStore } from "./peopleStore";

let folder: string;
let store: PeopleStore;
const elsewhere = () => path.join(folder, "elsewhere");

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cadastre-people-"));
  // On another disk, with files of a killed first start.
  await mkdir(path.join(elsewhere(), "base", "half"), { recursive: true, mode: 0o700 });
  await mkdir(path.join(elsewhere(), "draft", "global"), { recursive: true, mode: 0o700 });
  await mkdir(path.join(elsewhere(), "lost+found"), { mode: 0o700 });
  await symlink(elsewhere(), path.join(folder, "people"));
  store = await openPeopleStore({ url: null, folder: path.join(folder, "people") });
}, 120_000);
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the files of the embedded people store", () => {
  it("are in the folder that the operator linked, without leftovers of a killed first start", async () => {
    expect((await lstat(path.join(folder, "people"))).isSymbolicLink()).toBe(true);
    const names = await readdir(elsewhere());
    expect(names).toEqual(expect.arrayContaining(["PG_VERSION", "base", "lost+found"]));
    expect(names).not.toContain("draft");
    expect(await readdir(path.join(elsewhere(), "base"))).not.toContain("half");
  });

  it("are not accessible to other users, including later files", async () => {
    await store.db.execute(sql`CREATE TABLE made_later AS SELECT generate_series(1, 10000) AS n`);
    await store.db.execute(sql`CHECKPOINT`);
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    const files = entries.filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(500);
    const open: string[] = [];
    for (const { parentPath, name } of files) {
      const file = path.join(parentPath, name);
      if (((await stat(file)).mode & 0o077) !== 0) open.push(file);
    }
    expect(open).toEqual([]);
  });

  it("are on disk before a write is acknowledged", async () => {
    const setting = async (name: "fsync" | "synchronous_commit" | "full_page_writes") =>
      (await store.db.execute(sql.raw(`SHOW ${name}`))) as { rows: unknown[] };
    expect((await setting("fsync")).rows).toEqual([{ fsync: "on" }]);
    expect((await setting("synchronous_commit")).rows).toEqual([{ synchronous_commit: "on" }]);
    expect((await setting("full_page_writes")).rows).toEqual([{ full_page_writes: "on" }]);
    await store.db.execute(sql`CREATE TABLE IF NOT EXISTS acknowledged (n integer)`);
    const written = vi.spyOn(fs, "fsyncSync");
    try {
      await store.db.execute(sql`INSERT INTO acknowledged VALUES (1)`);
      expect(written).toHaveBeenCalled();
    } finally {
      written.mockRestore();
    }
  });
});

describe("the embedded people store", () => {
  it("reserves little memory and disk space", async () => {
    const setting = async (name: "shared_buffers" | "min_wal_size" | "max_wal_size") =>
      ((await store.db.execute(sql.raw(`SHOW ${name}`))) as { rows: unknown[] }).rows;
    expect(await setting("shared_buffers")).toEqual([{ shared_buffers: "16MB" }]);
    expect(await setting("min_wal_size")).toEqual([{ min_wal_size: "32MB" }]);
    expect(await setting("max_wal_size")).toEqual([{ max_wal_size: "64MB" }]);
    // The engine's minimum; its default is 198 MB.
    expect(store.reservedBytes).toBe(134_217_728);
  });
});
