import { readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { ConflictError, UnavailableError } from "#domain/errors";
import { type MarketStore, makeFolder } from "#stores";
import type { Market } from "../market";
import { type DumpSet, dumpSets } from "./dumpSets";
import { type DumpFormat, dumpFormats, dumpStatement, engineFormats } from "./dumpStatement";
import { fileChecksum } from "./fileChecksum";
import { type DumpFile, type DumpManifest, MANIFEST, readManifest, writeManifest } from "./manifest";

export interface WriteDumpOptions {
  /** Absolute path; created if missing. */
  folder: string;
  /** Files to write; every set in CSV by default. */
  files?: readonly DumpTarget[];
  /** Aborts the writing of a file; `report` is then called for the file again and decides what to throw. */
  signal?: AbortSignal;
  now?: () => Date;
  /** Called before each file; an error it throws ends the writing. */
  report?: (share: number, file: string) => void;
}

export interface DumpTarget {
  set: DumpSet;
  format: DumpFormat;
  isGzipped?: boolean;
}

export interface WrittenDump {
  /** The requested files in the folder. */
  files: DumpFile[];
  written: number;
  /** Number of existing files with the same data. */
  kept: number;
}

/** The state of the data in every file of a run. */
interface DataState {
  data_version: number;
  catalog_version: string;
  as_of: string | null;
}

/**
 * Writes complete data sets into a folder, one file after the other. A file gets its name and its place in
 * the manifest only once it is complete; an existing file with the same data is kept, so that a further run
 * completes an interrupted one. The data must not change during the call.
 * @throws UnavailableError if the folder cannot be written, ConflictError if it has other content or the data
 * kept changing, and errors thrown by `report`
 */
export async function writeDump(
  { market, store }: { market: Market; store: MarketStore },
  { folder, files, signal, now = () => new Date(), report }: WriteDumpOptions,
): Promise<WrittenDump> {
  const targets = files ?? dumpSets.map((set): DumpTarget => ({ set, format: "csv" }));
  let manifest = await openFolder(folder);
  const result: WrittenDump = { files: [], written: 0, kept: 0 };
  for (const [index, target] of targets.entries()) {
    const { set, format, isGzipped = false } = target;
    const file = fileNamed(target);
    report?.(index / targets.length, file);
    const former = manifest.files.find((known) => known.file === file);
    if (former !== undefined && (await isCurrent(folder, former, { set, state: await readState(store) }))) {
      result.files.push(former);
      result.kept += 1;
      continue;
    }
    const at = path.join(folder, `${file}.part`);
    const entry = await whileUnchanged(store, set, async (state) => {
      const statement = await dumpStatement(market, set, format);
      const rows = await store
        .writeFile({
          ...statement,
          format: engineFormats[format],
          path: at,
          isGzipped,
          signal,
        })
        .catch((error: unknown) => {
          report?.(index / targets.length, file);
          throw error;
        });
      return {
        resource: set.name,
        file,
        format,
        rows,
        ...(await fileChecksum(at)),
        ...state,
        has_sample: await hasSample(store, set),
        written_at: now().toISOString(),
        columns: [...set.columns],
      };
    });
    await rename(at, path.join(folder, file));
    const others = manifest.files.filter((known) => known.file !== file);
    manifest = { ...manifest, files: [...others, entry].sort((a, b) => (a.file < b.file ? -1 : 1)) };
    await writeManifest(folder, manifest);
    result.files.push(entry);
    result.written += 1;
  }
  return result;
}

const fileNamed = ({ set, format, isGzipped = false }: DumpTarget): string =>
  `${set.name}.${format}${isGzipped ? ".gz" : ""}`;

/** Names of our files while they are written; other files with the same suffix are foreign. */
const halves: ReadonlySet<string> = new Set(
  [
    MANIFEST,
    ...dumpSets.flatMap((set) =>
      dumpFormats.flatMap((format) =>
        [false, true].map((isGzipped) => fileNamed({ set, format, isGzipped })),
      ),
    ),
  ].map((name) => `${name}.part`),
);
const isHalf = (name: string): boolean => halves.has(name);

async function openFolder(folder: string): Promise<DumpManifest> {
  try {
    await makeFolder(folder);
    const known = await readManifest(folder);
    const names = await readdir(folder);
    const [other] = names.filter((name) => !name.startsWith(".") && !isHalf(name));
    if (known === null && other !== undefined) {
      throw new ConflictError(
        `The folder ${folder} contains other files (${other}) and no export manifest (${MANIFEST}). Choose an empty folder.`,
      );
    }
    // Partial files of a killed run.
    for (const name of names.filter(isHalf)) await rm(path.join(folder, name));
    const manifest: DumpManifest = known ?? { manifest_version: 1, files: [] };
    await writeManifest(folder, manifest);
    return manifest;
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause)) throw cause;
    throw new UnavailableError(
      `The folder ${folder} cannot be written (${String(cause.code)}). Choose a folder that the user running Cadastre may write to.`,
      { cause },
    );
  }
}

/** Whether the file has the same data, the same columns and its full length. */
async function isCurrent(
  folder: string,
  former: DumpFile,
  { set, state }: { set: DumpSet; state: DataState },
): Promise<boolean> {
  const size = (await stat(path.join(folder, former.file)).catch(() => null))?.size;
  return (
    size === former.bytes &&
    former.data_version === state.data_version &&
    former.catalog_version === state.catalog_version &&
    JSON.stringify(former.columns) === JSON.stringify(set.columns)
  );
}

/** Maximum number of attempts when another process changes the data during writing. */
const MAX_TRIES = 3;

async function whileUnchanged<T>(
  store: MarketStore,
  set: DumpSet,
  write: (state: DataState) => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const state = await readState(store);
    const made = await write(state);
    if (JSON.stringify(await readState(store)) === JSON.stringify(state)) return made;
  }
  throw new ConflictError(
    `The data changed ${MAX_TRIES} times while ${set.name} was being written. Run the same command again when no import is running.`,
  );
}

async function readState(store: MarketStore): Promise<DataState> {
  const settings = await store.rows<{ name: string; value: string }>(
    "SELECT name, value FROM settings FINAL WHERE name IN ('data_version', 'catalog_hash')",
  );
  const [newest] = await store.rows<{ as_of: string | null }>(
    "SELECT maxOrNull(as_of) AS as_of FROM entity_metrics",
  );
  const setting = (name: string) => settings.find((one) => one.name === name)?.value;
  return {
    data_version: Number(setting("data_version") ?? 0),
    catalog_version: setting("catalog_hash") ?? "",
    as_of: newest?.as_of ?? null,
  };
}

/** Whether any row or figure of a set is sample data. */
async function hasSample(store: MarketStore, { rowsOf, series }: DumpSet): Promise<boolean> {
  const own = (series?.members ?? rowsOf)?.fields.some(({ name }) => name === "is_sample");
  const table = (series?.members ?? rowsOf)?.table ?? "";
  const type = rowsOf?.metricsOf ?? null;
  const questions = [
    ...(own === true ? [`SELECT max(is_sample) FROM ${table} FINAL`] : []),
    ...(series !== null && own !== true ? ["SELECT max(is_sample) FROM daily_metrics"] : []),
    ...(type === null ? [] : [`SELECT max(is_sample) FROM entity_metrics WHERE entity_type = '${type}'`]),
  ];
  const answers = await Promise.all(questions.map((sql) => store.compactRows<[boolean | null]>(sql)));
  return answers.some((rows) => Boolean(rows[0]?.[0]));
}
