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

/** An archive as the engine takes it, handed over as it is: a blob of its own would hold a copy, and read out another. */
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

/** Size of what is in a gzip file, which its last four bytes tell. */
const unpackedSize = (packed: Buffer): number => packed.readUInt32LE(packed.length - 4);

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
  // Expanded here, into one piece: the engine does so through streams, a part at a time, and takes as long as for its start.
  const packed = await readFile(file);
  return promisify(gunzip)(packed, { chunkSize: unpackedSize(packed) });
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
