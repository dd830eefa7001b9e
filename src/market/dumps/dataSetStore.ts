import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { MarketStore } from "#stores";
import type { Market } from "../market";
import { dumpSets } from "./dumpSets";
import { type DumpFile, MANIFEST, readManifest } from "./manifest";
import { type DumpTarget, type WriteDumpOptions, writeDump } from "./writeDump";

/** All data sets of a day. */
export interface DataSetVersion {
  /** Day on which it was written; also its name. */
  day: string;
  files: readonly DumpFile[];
}

/** The data sets stored as files. Visible versions are complete and immutable. */
export interface DataSetStore {
  /** Newest first. */
  versions(): Promise<readonly DataSetVersion[]>;
  /** A file of a version and its path; null for none. */
  file(day: string, name: string): Promise<{ file: DumpFile; path: string } | null>;
  /** Path of the manifest of a version; null for none. */
  manifest(day: string): Promise<string | null>;
}

/**
 * CSV is compressed, since it is stored for days; values over time are only in Parquet, a tenth of the size
 * of their CSV.
 */
export const storedTargets: readonly DumpTarget[] = dumpSets.flatMap((set): DumpTarget[] => [
  { set, format: "parquet" },
  ...(set.series === null ? [{ set, format: "csv" as const, isGzipped: true }] : []),
]);

const isDay = (name: string): boolean => z.iso.date().safeParse(name).success;
const MOST_VERSIONS = 100;

/** Reads versions that `writeDataSets` wrote to the same folder. */
export function dataSetStore(folder: string): DataSetStore {
  // The content of a version never changes; whether it still exists is checked each time.
  const known = new LRUCache<string, readonly DumpFile[]>({ max: MOST_VERSIONS });
  const filesOf = async (day: string) => {
    const files = known.get(day) ?? (await readManifest(path.join(folder, day)))?.files ?? null;
    if (files !== null) known.set(day, files);
    return files;
  };
  const days = async () => (await namesIn(folder)).filter(isDay).sort().reverse();
  const has = async (day: string) => (await days()).includes(day);
  return {
    versions: async () => {
      const versions = await Promise.all(
        (await days()).map(async (day) => ({ day, files: await filesOf(day) })),
      );
      return versions.flatMap(({ day, files }) => (files === null ? [] : [{ day, files }]));
    },
    file: async (day, name) => {
      if (!(await has(day))) return null;
      const file = (await filesOf(day))?.find((one) => one.file === name);
      return file === undefined ? null : { file, path: path.join(folder, day, file.file) };
    },
    manifest: async (day) => ((await has(day)) ? path.join(folder, day, MANIFEST) : null),
  };
}

export interface WriteDataSetsOptions extends Omit<WriteDumpOptions, "folder"> {
  folder: string;
  /** Name of the version. */
  day: string;
  /** Number of versions to retain, including this one. */
  keep: number;
}

/**
 * Writes the data sets of a day next to the existing ones, and removes outdated ones. They are invisible
 * until complete; an interrupted version of the same day is continued. The data must not change during the
 * call.
 * @returns whether a version was written: false if the day already has one
 */
export async function writeDataSets(
  stores: { market: Market; store: MarketStore },
  { folder, day, keep, ...options }: WriteDataSetsOptions,
): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  const names = await namesIn(folder);
  const isMissing = !names.includes(day);
  if (isMissing) {
    const draft = path.join(folder, `${day}.part`);
    await writeDump(stores, { files: storedTargets, ...options, folder: draft });
    await rename(draft, path.join(folder, day));
  }
  const versions = [...new Set([...names.filter(isDay), day])].sort().reverse();
  // Open files of a removed version can still be read to the end.
  const old = [
    ...versions.slice(keep),
    ...names.filter((name) => name.endsWith(".part") && name !== `${day}.part`),
  ];
  for (const name of old) await rm(path.join(folder, name), { recursive: true, force: true });
  return isMissing;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
