/**
 * An empty people store of the embedded PostgreSQL engine, created once by the build, with all migrations
 * applied. Creating (`initdb`) and migrating a database takes several seconds of processor time, unpacking
 * one a fraction of that.
 */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { parseTar } from "nanotar";
import { nearestPackage } from "../folder/nearestPackage";

/**
 * An archive in the type that the engine accepts, without the copies that a `Blob` of its bytes makes on
 * creation and on reading.
 */
class TarBlob extends Blob {
  constructor(private readonly archive: Buffer<ArrayBuffer>) {
    super([], { type: "application/x-tar" });
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.archive;
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

export const asTar = (archive: Buffer<ArrayBuffer> | undefined): Blob | undefined =>
  archive && new TarBlob(archive);

/** Unpacked size of a gzip file, stored in its last four bytes. */
const unpackedSize = (packed: Buffer): number => packed.readUInt32LE(packed.length - 4);

/**
 * The TAR archive for the engine's current version and these migrations, or undefined if the build has not
 * created it: then `initdb` runs.
 */
export async function emptyCluster(migrationsFolder: string): Promise<Buffer<ArrayBuffer> | undefined> {
  // Identified like the migrator does, by the time of the newest migration.
  const migrated = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis;
  const dist = path.join(nearestPackage(import.meta.url), "dist");
  const file = path.join(dist, `emptyCluster-${engineVersion()}-${migrated}.tar.gz`);
  if (!existsSync(file)) return undefined;
  // Unpacked here in one piece: the engine would use streams of small chunks, which take as long as its
  // start.
  const packed = await readFile(file);
  return promisify(gunzip)(packed, { chunkSize: unpackedSize(packed) });
}

/**
 * Unpacks an archive into a folder that only the owner of this process can access. The engine would use its
 * own file system, which requires another start and takes three times as long.
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
