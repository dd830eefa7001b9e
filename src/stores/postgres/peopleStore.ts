/**
 * The people store: Drizzle over either PostgreSQL engine, the embedded one
 * (PGlite, in this process) or a server. Migrations run when it opens.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import { UnavailableError } from "#domain";
import * as schema from "./schema";

export interface PeopleStore {
  embedded: boolean;
  db: PgDatabase<PgQueryResultHKT, typeof schema>;
  close(): Promise<void>;
}

export interface PeopleStoreOptions {
  /** Address of a PostgreSQL server; null opens the embedded engine in `folder`. */
  url: string | null;
  folder: string;
  /** Where the SQL migrations lie. */
  migrationsFolder?: string;
}

const defaultMigrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
const casing = "snake_case" as const;

/** @throws UnavailableError when the server cannot be reached or the folder cannot be opened. */
export async function openPeopleStore(options: PeopleStoreOptions): Promise<PeopleStore> {
  try {
    return await (options.url === null ? openEmbedded(options) : openServer(options.url, options));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new UnavailableError(
      options.url === null
        ? `The embedded PostgreSQL engine could not open ${options.folder}: ${message}`
        : `PostgreSQL does not answer at ${new URL(options.url).host}: ${message}. Check DATABASE_URL.`,
      { cause },
    );
  }
}

async function openEmbedded({ folder, migrationsFolder }: PeopleStoreOptions): Promise<PeopleStore> {
  // Loaded on demand: with a server configured, the embedded engine is never started.
  const { PGlite } = await import("@electric-sql/pglite");
  const client = folder.startsWith("memory://")
    ? await PGlite.create(folder)
    : await openFolder(PGlite, folder);
  const db = drizzlePglite({ client, schema, casing });
  await migratePglite(db, { migrationsFolder: migrationsFolder ?? defaultMigrationsFolder });
  return { embedded: true, db, close: () => client.close() };
}

/** What a commit wrote survives a loss of power: by itself the engine starts PostgreSQL without that promise (`-F`). */
async function openFolder(engine: typeof PGlite, folder: string): Promise<PGlite> {
  const { EmbeddedFiles, writeThrough } = await import("./embeddedFiles");
  const isNew = !existsSync(path.join(folder, "PG_VERSION"));
  const client = await engine.create({
    fs: new EmbeddedFiles(folder),
    startParams: [
      ...engine.defaultStartParams.filter((parameter) => parameter !== "-F"),
      // The other methods do not reach the file system from within the engine.
      ...["-c", "wal_sync_method=fsync"],
    ],
  });
  if (isNew) await writeThrough(folder);
  return client;
}

async function openServer(url: string, { migrationsFolder }: PeopleStoreOptions): Promise<PeopleStore> {
  const { Pool } = await import("pg");
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A server that restarts ends idle connections. The next query opens a new one; without a listener the
  // process would end instead.
  pool.on("error", () => undefined);
  try {
    const db = drizzlePg({ client: pool, schema, casing });
    await migratePg(db, { migrationsFolder: migrationsFolder ?? defaultMigrationsFolder });
    return { embedded: false, db, close: () => pool.end() };
  } catch (cause) {
    await pool.end();
    throw cause;
  }
}
