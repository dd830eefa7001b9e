/**
 * The people store: Drizzle over either PostgreSQL engine, embedded (PGlite, in this process) or a server.
 * Migrations run when it opens.
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import type { Pool } from "pg";
import { maskSecrets, UnavailableError } from "#domain/errors";
import { asTar, emptyCluster, unpackCluster } from "./emptyCluster";
import * as schema from "./schema";

export interface PeopleStore {
  embedded: boolean;
  db: PgDatabase<PgQueryResultHKT, typeof schema>;
  /** Memory of this process that the embedded engine has reserved, in bytes; null for a server. */
  reservedBytes: number | null;
  close(): Promise<void>;
}

export interface PeopleStoreOptions {
  /** URL of a PostgreSQL server; null opens the embedded engine in `folder`. */
  url: string | null;
  folder: string;
  /** Folder of the SQL migrations. */
  migrationsFolder?: string;
  /** Milliseconds after which a server cancels a statement. Default: the maximum wait of a request. */
  statementMs?: number;
}

const defaultMigrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
const casing = "snake_case" as const;

/** @throws UnavailableError when the server cannot be reached or the folder cannot be opened */
export async function openPeopleStore(options: PeopleStoreOptions): Promise<PeopleStore> {
  try {
    return await (options.url === null ? openEmbedded(options) : openServer(options.url, options));
  } catch (cause) {
    const message = maskSecrets(reasonOf(cause));
    throw new UnavailableError(
      options.url === null
        ? `The embedded PostgreSQL engine could not open ${options.folder}: ${message}`
        : `PostgreSQL is not responding at ${new URL(options.url).host}: ${message}. Check DATABASE_URL.`,
      { cause },
    );
  }
}

/** The driver's own message: wrapping errors repeat the statement. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

async function openEmbedded({
  folder,
  migrationsFolder = defaultMigrationsFolder,
}: PeopleStoreOptions): Promise<PeopleStore> {
  // Loaded on demand: with a server configured, the embedded engine is never started.
  const { PGlite } = await import("@electric-sql/pglite");
  const empty = () => emptyCluster(migrationsFolder);
  const client = folder.startsWith("memory://")
    ? await PGlite.create({
        dataDir: folder,
        loadDataDir: asTar(await empty()),
        startParams: [...PGlite.defaultStartParams, ...settingParams],
      })
    : await openFolder(PGlite, folder, empty);
  keepParsers(client);
  const db = drizzlePglite({ client, schema, casing });
  await migratePglite(db, { migrationsFolder });
  return {
    embedded: true,
    db,
    get reservedBytes() {
      return client.Module.HEAPU8.length;
    },
    close: () => client.close(),
  };
}

/**
 * Makes the engine reuse the parsers that Drizzle sends with every query, which are always the same.
 * Otherwise the engine copies all of its own to merge them, which takes a quarter to a half of a small query.
 */
function keepParsers(client: PGlite): void {
  const query = client.query.bind(client);
  client.query = (sql, values, { parsers, ...options } = {}) => {
    Object.assign(client.parsers, parsers);
    return query(sql, values, options);
  };
}

const engineSettings = {
  // The other methods do not reach the file system from within the engine.
  wal_sync_method: "fsync",
  // The defaults, 128 MB of memory reserved at start and 80 MB to 1 GB of logs on disk, exceed the needs of a
  // store with some thousand rows.
  shared_buffers: "16MB",
  min_wal_size: "32MB",
  max_wal_size: "64MB",
} as const;
const settingParams = Object.entries(engineSettings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/**
 * Opens a folder durably: a commit survives a loss of power. By default the engine starts PostgreSQL without
 * fsync (`-F`).
 */
async function openFolder(
  engine: typeof PGlite,
  folder: string,
  empty: () => Promise<Buffer<ArrayBuffer> | undefined>,
): Promise<PGlite> {
  const { EmbeddedFiles, flush, writeThrough } = await import("./embeddedFiles");
  const open = (at: string) =>
    engine.create({
      fs: new EmbeddedFiles(at),
      startParams: [...engine.defaultStartParams.filter((parameter) => parameter !== "-F"), ...settingParams],
    });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The engine does not follow a link to its folder.
  const real = await realpath(folder);
  const draft = path.join(real, "draft");
  // Also after a start that was killed just before removing it.
  await rm(draft, { recursive: true, force: true });
  if (!existsSync(path.join(real, MARK))) {
    await mkdir(draft, { mode: 0o700 });
    const archive = await empty();
    if (archive === undefined) await (await open(draft)).close();
    else await unpackCluster(archive, draft);
    await writeThrough(draft);
    await flush(path.dirname(folder));
    await moveUp(draft, { to: real, flush });
  }
  return open(real);
}

/** The file by which PostgreSQL identifies its folders. */
const MARK = "PG_VERSION";

/**
 * Moves the files of a draft folder up into the store's folder, the mark last, so that the next start repeats
 * an interrupted move. The folder itself remains, since the operator may have linked or mounted it from
 * another disk.
 */
async function moveUp(
  draft: string,
  { to, flush }: { to: string; flush: (file: string) => Promise<void> },
): Promise<void> {
  const move = async (name: string) => {
    await rm(path.join(to, name), { recursive: true, force: true });
    await rename(path.join(draft, name), path.join(to, name));
  };
  for (const name of await readdir(draft)) if (name !== MARK) await move(name);
  await flush(to);
  await move(MARK);
  await flush(to);
  await rm(draft, { recursive: true });
}

/** Maximum wait of a request for a server that hangs. */
const ANSWER_MS = 4_000;
/** Timeout of migrations at start. */
const MIGRATION_MS = 10 * 60_000;

async function openServer(
  url: string,
  { migrationsFolder, statementMs = ANSWER_MS }: PeopleStoreOptions,
): Promise<PeopleStore> {
  const { Pool } = await import("pg");
  const open = (statementMs: number) => {
    const pool = new Pool({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_MS,
      // The server cancels first if it can, so that it does not continue a statement without a reader.
      statement_timeout: statementMs,
      query_timeout: statementMs + 500,
      idle_in_transaction_session_timeout: statementMs,
      keepAlive: true,
    });
    // A server that restarts ends idle connections, and the next query opens a new one. Without this listener
    // the error would end the process.
    pool.on("error", () => undefined);
    return pool;
  };
  await migrateServer(open(MIGRATION_MS), migrationsFolder ?? defaultMigrationsFolder);
  const pool = open(statementMs);
  const db = drizzlePg({ client: pool, schema, casing });
  return { embedded: false, db, reservedBytes: null, close: () => pool.end() };
}

async function migrateServer(pool: Pool, migrationsFolder: string): Promise<void> {
  try {
    await migratePg(drizzlePg({ client: pool, schema, casing }), { migrationsFolder });
  } finally {
    await pool.end();
  }
}
