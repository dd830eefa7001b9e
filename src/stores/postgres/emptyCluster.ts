/**
 * An empty database of the embedded PostgreSQL engine, made once by the build: making one (`initdb`) takes the
 * engine several seconds of processor time, unpacking one a fraction of that.
 */
import { existsSync, openAsBlob, readFileSync } from "node:fs";
import path from "node:path";
import { nearestPackage } from "../folder/nearestPackage";

/** The archive for the engine's present version, or undefined where the build has not made it: then `initdb` runs. */
export async function emptyCluster(): Promise<Blob | undefined> {
  const file = path.join(nearestPackage(import.meta.url), "dist", `emptyCluster-${engineVersion()}.tar.gz`);
  return existsSync(file) ? await openAsBlob(file, { type: "application/gzip" }) : undefined;
}

function engineVersion(): string {
  const folder = nearestPackage(import.meta.resolve("@electric-sql/pglite"));
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")).version;
}
