import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { and, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthAdapter } from "#accounts/signIn";
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

  it("keeps one valid code per address and browser, however many are requested at once", async ({ skip }) => {
    if (absent || store === undefined) skip(POSTGRES_MISSING);
    const { signInCodes } = peopleTables;
    const origin = { userAgent: "", networkAddress: "", browserHash: "b", isKnown: false };
    const adapter = createAuthAdapter({ store: store as PeopleStore, origin, adminEmails: [] });
    const identifier = "many@firm.example";
    const expires = new Date(Date.now() + 600_000);
    const tokens = Array.from({ length: 8 }, (_, i) => `h${i}`);
    // With all connections opened before, so that the codes do not arrive one by one.
    await Promise.all(tokens.map(() => store?.db.execute(sql`select pg_sleep(0.2)`)));
    await Promise.all(
      tokens.map((token) => adapter.createVerificationToken?.({ identifier, token, expires })),
    );
    const live = await store?.db
      .select()
      .from(signInCodes)
      .where(and(eq(signInCodes.email, identifier), isNull(signInCodes.endedAt)));
    expect(live).toHaveLength(1);
  });

  it("survives connections closed by the server", async ({ skip }) => {
    if (absent) skip(POSTGRES_MISSING);
    if (server === undefined) return; // the embedded engine has none
    await Promise.all([1, 2, 3].map(() => store?.db.execute(sql`select pg_sleep(0.1)`)));
    const other = await open();
    await other.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    await other.close();
    // The end of a connection may take a moment to arrive.
    const read = () => store?.db.select().from(peopleTables.installation);
    await expect.poll(() => read()?.catch(() => null)).toEqual([]);
  });

  it("rejects two keys with the same hash", async ({ skip }) => {
    if (absent) skip(POSTGRES_MISSING);
    const { apiKeys } = peopleTables;
    await store?.db.insert(apiKeys).values({ name: "a", prefix: "cad_2", hash: "same" });
    await expect(
      store?.db.insert(apiKeys).values({ name: "b", prefix: "cad_3", hash: "same" }),
    ).rejects.toThrow();
  });
});

describe("a people store that cannot be reached", () => {
  it("is reported with its server and variable", async () => {
    await expect(
      openPeopleStore({ url: "postgres://cadastre@127.0.0.1:1/none", folder: "/nowhere" }),
    ).rejects.toThrow(/127\.0\.0\.1:1.*DATABASE_URL/s);
  });
});
