import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { MarketStore } from "#stores";
import type { Market } from "../market";
import { dumpSets } from "./dumpSets";
import { type DumpFile, MANIFEST, readManifest } from "./manifest";
import { type DumpTarget, type WriteDumpOptions, writeDump } from "./writeDump";

/** All data sets as they were on a day. */
export interface DataSetVersion {
  /** The day on which it was written, which names it. */
  day: string;
  files: readonly DumpFile[];
}

/** The data sets that are kept as files. A version that can be seen is whole, and does not change. */
export interface DataSetStore {
  /** Newest first. */
  versions(): Promise<readonly DataSetVersion[]>;
  /** A file of a version, and where it is; null where there is none. */
  file(day: string, name: string): Promise<{ file: DumpFile; path: string } | null>;
  /** Where the manifest of a version is; null where there is no such version. */
  manifest(day: string): Promise<string | null>;
}

/** CSV is compressed, as it is kept for days; values over time are in Parquet alone, a tenth of their CSV. */
export const storedTargets: readonly DumpTarget[] = dumpSets.flatMap((set): DumpTarget[] => [
  { set, format: "parquet" },
  ...(set.series === null ? [{ set, format: "csv" as const, isGzipped: true }] : []),
]);

const isDay = (name: string): boolean => z.iso.date().safeParse(name).success;
const MOST_VERSIONS = 100;

/** Reads what `writeDataSets` wrote into the same folder. */
export function dataSetStore(folder: string): DataSetStore {
  // What a version holds never changes; whether it is still there is looked up each time.
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
  /** Names the version. */
  day: string;
  /** How many versions to keep, this one among them. */
  keep: number;
}

/**
 * Writes the data sets of a day beside those that are there, and removes what is too old. Nobody sees them before they are
 * whole; what an interrupted writing of the same day left is taken up. To be called while nothing changes the data.
 * @returns whether something was written: not where the day has its version already
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
  // Whoever reads a file of a version that goes still reads it to its end.
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
