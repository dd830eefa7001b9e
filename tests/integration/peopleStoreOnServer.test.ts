import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { POSTGRES_MISSING, type PostgresServer, postgresBinaries, startPostgres } from "../support/postgres";

const engines = ["embedded", "server"] as const;

describe.each(engines)("the people store, %s", (engine) => {
  let server: PostgresServer | undefined;
  let store: PeopleStore | undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-people-"));
  const absent = engine === "server" && postgresBinaries() === null;

  const open = () => openPeopleStore({ url: server?.url ?? null, folder: path.join(folder, "people") });

  beforeAll(async () => {
    if (absent) return;
    if (engine === "server") server = await startPostgres();
    store = await open();
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("keeps rows over a restart, and migrates only once", async ({ skip }) => {
    if (absent) skip(POSTGRES_MISSING);
    const { apiKeys } = peopleTables;
    await store?.db.insert(apiKeys).values({ name: "first", prefix: "cad_1", hash: "h1" });
    await store?.close();
    store = await open();
    const [row] = await store.db.select().from(apiKeys).where(eq(apiKeys.hash, "h1"));
    expect(row).toMatchObject({ name: "first", revokedAt: null });
    expect(row?.createdAt).toBeInstanceOf(Date);
  });

  it("refuses two keys with one hash", async ({ skip }) => {
    if (absent) skip(POSTGRES_MISSING);
    const { apiKeys } = peopleTables;
    await store?.db.insert(apiKeys).values({ name: "a", prefix: "cad_2", hash: "same" });
    await expect(
      store?.db.insert(apiKeys).values({ name: "b", prefix: "cad_3", hash: "same" }),
    ).rejects.toThrow();
  });
});

describe("a people store that cannot be reached", () => {
  it("says which server and which variable", async () => {
    await expect(
      openPeopleStore({ url: "postgres://cadastre@127.0.0.1:1/none", folder: "/nowhere" }),
    ).rejects.toThrow(/127\.0\.0\.1:1.*DATABASE_URL/s);
  });
});
