/**
 * An empty people store of the embedded PostgreSQL engine, made once by the build, with all migrations run: making a
 * database (`initdb`) and migrating it take the engine several seconds of processor time, unpacking one a fraction of that.
 */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { parseTar } from "nanotar";
import { nearestPackage } from "../folder/nearestPackage";

/** In bytes: the archive is forty megabytes, and chunks of the default 16 KB take twice as long to unpack and join. */
const CHUNK = 4 * 1_048_576;

/**
 * The archive, as TAR, for the engine's present version and these migrations, or undefined where the build has not made it:
 * then `initdb` runs.
 */
export async function emptyCluster(migrationsFolder: string): Promise<Buffer<ArrayBuffer> | undefined> {
  // As the migrator tells them apart: by when the newest was written.
  const migrated = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis;
  const dist = path.join(nearestPackage(import.meta.url), "dist");
  const file = path.join(dist, `emptyCluster-${engineVersion()}-${migrated}.tar.gz`);
  if (!existsSync(file)) return undefined;
  // Expanded here, at once: the engine does so through streams, a part at a time, and takes as long as for its start.
  return promisify(gunzip)(await readFile(file), { chunkSize: CHUNK });
}

/**
 * Writes the files of an archive into a folder, for nobody but the owner of this process. The engine would do so through
 * its own file system, for which it is started once more and takes three times as long.
 */
export async function unpackCluster(archive: Buffer, folder: string): Promise<void> {
  for (const { type, name, data } of parseTar(archive)) {
    const at = path.join(folder, name);
    if (type === "directory") await mkdir(at, { recursive: true, mode: 0o700 });
    else await writeFile(at, data ?? "", { mode: 0o600 });
  }
}

function engineVersion(): string {
  const folder = nearestPackage(import.meta.resolve("@electric-sql/pglite"));
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")).version;
}
