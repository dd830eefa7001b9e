import { stat } from "node:fs/promises";
import { basename, isAbsolute } from "node:path";
import type { Catalog } from "#domain";
import type { MarketStore } from "#stores";
import { commit } from "../commit";
import type { DeriveProgress } from "../derive/deriveDailyMetrics";
import { assignProvider } from "../observations/assignProvider";
import { listUnserved, type UnservedList } from "../observations/unservedValues";
import { oneAtATime } from "../oneAtATime";
import { nextRowVersion } from "../rowVersion";
import { type Scratch, withScratchTables } from "../scratchTables";
import { registerSource, sourcesOfFile } from "../sources";
import { applyStaged, findConflicts } from "./applyStaged";
import { createEntityResolver, type EntityResolver } from "./entityResolver";
import { FileError } from "./fileError";
import { findImplausible, type ImplausibleValue } from "./implausibleValues";
import type { FileReport, ImportReport } from "./importReport";
import { importInvestments, listsInvestments } from "./investments/importInvestments";
import { type ImportMapping, parseMapping } from "./mapping";
import { type OpenedFile, openFile, readBytes } from "./openFile";
import { withParquetAsRows } from "./parquetToRows";
import { createQuarantine, type Quarantine, removeFormerEntries } from "./quarantine";
import { createRefusalKinds } from "./refusalKinds";
import { recordsOf, STAGED_COLUMNS, type Staged, type StageJob, stageFile } from "./stageFile";

/** Path of a file, or a path with the name that reports and sources show instead of it. */
export type ImportInput = string | { path: string; name: string };

export interface ImportOptions {
  /** Paths of CSV, JSON Lines or Parquet files, plain or gzipped; what they are is seen from their content. */
  files: readonly ImportInput[];
  /**
   * Who reports the figures of the files, as rows keep it (`storedProvider`). Where left out, a file that is stored
   * already keeps its provider, and others have none.
   */
  provider?: string | undefined;
  /** As read from a mapping file; see `docs/import.md`. */
  mapping?: unknown;
  /** Apply files that are stored already, too. They replace values that were imported after them. Default: no. */
  again?: boolean;
  /** Entries of a file that the quarantine keeps. Default: `QUARANTINE_LIMIT`. */
  quarantineLimit?: number;
  /** `YYYY-MM-DD`, UTC: later dates are refused. */
  today: string;
  onProgress?: (progress: ImportProgress) => void;
  /** Once the files are in, while the figures that follow from them are made. */
  onDerive?: (progress: DeriveProgress) => void;
}

export interface ImportProgress {
  file: string;
  /** Of the file on disk, packed or not; of the text that a Parquet file was converted to. */
  bytesRead: number;
  bytesTotal: number;
  rows: number;
}

/**
 * Imports files as real observations and derives what follows from them. Each file is read into a table of its
 * own first, then written at once: a file that the report lists is in the store for good, and one that was
 * interrupted is repeated without harm. A file that is stored already is not applied again unless `again` is set, so that
 * it does not replace later values.
 * @throws InvalidError when the mapping is wrong. Whatever is wrong with a file is in its report.
 */
export async function importFiles(
  store: MarketStore,
  catalog: Catalog,
  { files, provider, mapping, again = false, quarantineLimit, today, onProgress, onDerive }: ImportOptions,
): Promise<ImportReport> {
  const checked = mapping === undefined ? undefined : parseMapping(mapping);
  const resolver = createEntityResolver(catalog);
  const told = onProgress ?? (() => undefined);
  const assetIds = new Set<number>();
  const job = {
    catalog,
    provider,
    mapping: checked,
    again,
    quarantineLimit,
    resolver,
    today,
    onProgress: told,
    assetIds,
  };
  const { written: reports, derived } = await commit(store, { today, onDerive }, async () => {
    const imported: FileReport[] = [];
    for (const file of files) {
      const input = typeof file === "string" ? { path: file, name: file } : file;
      imported.push(await oneAtATime(store, "import", () => importFile(store, { ...job, ...input })));
    }
    return imported;
  });
  return {
    files: reports,
    derived,
    unserved: await unservedOf(store, [...assetIds]),
    ok: reports.every((report) => report.error === null && report.broken === null),
  };
}

/** Series in a report that are stored and not served. */
const UNSERVED_SERIES = 10;

const unservedOf = async (store: MarketStore, assetIds: readonly number[]): Promise<UnservedList> =>
  assetIds.length === 0
    ? { series: [], total: 0 }
    : listUnserved(store, { assetIds, limit: UNSERVED_SERIES });

interface FileJob {
  path: string;
  name: string;
  provider: string | undefined;
  catalog: Catalog;
  mapping: ImportMapping | undefined;
  again: boolean;
  quarantineLimit: number | undefined;
  resolver: EntityResolver;
  today: string;
  onProgress: (progress: ImportProgress) => void;
  /** Takes the assets of the file. */
  assetIds: Set<number>;
}

async function importFile(store: MarketStore, job: FileJob): Promise<FileReport> {
  const started = performance.now();
  const report: FileReport = {
    file: job.name,
    sourceId: null,
    sha256: null,
    bytes: 0,
    rowsRead: 0,
    content: "value",
    valuesAccepted: 0,
    valuesUnchanged: 0,
    rowsRefused: 0,
    rowsSkipped: 0,
    rowsNotQuarantined: 0,
    formerEntriesRemoved: 0,
    storedAt: null,
    refusals: [],
    warnings: [],
    skippedColumns: [],
    error: null,
    broken: null,
    milliseconds: 0,
  };
  try {
    const file = await openFile(job.path);
    report.sha256 = file.sha256;
    report.bytes = file.size;
    Object.assign(report, await importOpened(store, { ...job, file }));
  } catch (cause) {
    // A store that fails is everybody's problem.
    if (!(cause instanceof FileError)) throw cause;
    report.error = cause.message;
  }
  report.milliseconds = performance.now() - started;
  return report;
}

async function importOpened(
  store: MarketStore,
  {
    file,
    path,
    name,
    provider: named,
    catalog,
    mapping,
    again,
    quarantineLimit,
    resolver,
    today,
    onProgress,
    assetIds,
  }: FileJob & { file: OpenedFile },
): Promise<Partial<FileReport>> {
  const fileName = basename(name);
  const stored = await findStoredFile(store, { sha256: file.sha256, fileName, mapping });
  if (stored !== null && !again) {
    await assignProvider(store, { sourceId: stored.sourceId, provider: named });
    return stored;
  }
  const origin = { label: fileName, provider: named, fileName, sha256: file.sha256 };
  // Each mapping reads other figures from a file, so that each is a source with its own mapping.
  const own = mapping === undefined ? null : JSON.stringify([mapping, readsName(mapping) ? fileName : null]);
  const source = { ...origin, kind: "file", isSample: false, origin: own } as const;
  const sourceId =
    stored?.sourceId ?? (await registerSource(store, { ...source, detail: { bytes: file.size } }));
  const quarantine = createQuarantine(store, { sourceId, fileName, limit: quarantineLimit });
  await quarantine.clear();
  // A copy, as of standard input, has a name of its own and no path by which a later version would be known.
  const ownPath = path === name && isAbsolute(path) ? path : null;
  const location = ownPath === null ? {} : { path: ownPath };
  const removeFormer = async ({ accepted, broken }: { accepted: number; broken: string | null }) =>
    accepted === 0 || broken !== null
      ? 0
      : removeFormerEntries(store, { sourceId, sha256: file.sha256, path: ownPath });
  const version = await nextRowVersion(store);
  return withScratchTables(store, { purpose: "import", run: version }, (scratch) =>
    asText(store, file, async (text) => {
      const told = ({ bytesRead, rows }: { bytesRead: number; rows: number }) =>
        onProgress({ file: name, bytesRead, bytesTotal: text.size, rows });
      if (await listsInvestments({ file: text, mapping })) {
        const job = { file: text, catalog, mapping, today, quarantine, sourceId, version, onProgress: told };
        const { kinds, accepted, unchanged, ...read } = await importInvestments(store, job);
        requireRows(read);
        await assignProvider(store, { sourceId, provider: named });
        const counts = { rowsRead: read.rowsRead, investments: accepted, rowsRefused: read.rowsRefused };
        await registerSource(store, {
          ...source,
          detail: { bytes: file.size, ...counts, broken: read.broken, ...location },
        });
        return {
          sourceId,
          content: "investment",
          valuesAccepted: accepted,
          valuesUnchanged: unchanged,
          refusals: kinds.list(),
          rowsNotQuarantined: quarantine.dropped,
          formerEntriesRemoved: await removeFormer({ accepted, broken: read.broken }),
          ...read,
        };
      }
      const staged = await scratch.table(
        "staged",
        STAGED_COLUMNS,
        "(asset_id, token_id, metric_id, date, line)",
      );
      const read: StageJob = {
        file: text,
        fileName,
        mapping,
        resolver,
        today,
        quarantine,
        staged,
        onProgress: told,
      };
      const result = await stageFile(store, read).catch(async (cause: unknown) => {
        // Nothing of a file that is refused as a whole stays, not even what was wrong with its first rows.
        if (cause instanceof FileError) await quarantine.clear();
        throw cause;
      });
      requireRows(result);
      // Only now: a file that is rejected as a whole keeps the provider it has.
      const provider = await assignProvider(store, { sourceId, provider: named });
      const checked = await checkStaged(store, { scratch, read, result, quarantine, provider });
      const refused = result.rowsRefused + checked.refused;
      const { accepted, unchanged, assets } = await applyStaged(store, {
        scratch,
        staged,
        provider,
        sourceId,
        version,
      });
      for (const id of assets) assetIds.add(id);
      const counts = { rowsRead: result.rowsRead, valuesAccepted: accepted, rowsRefused: refused };
      const explained = { ...counts, broken: result.broken, mapping: mapping ?? null };
      await registerSource(store, { ...source, detail: { bytes: file.size, ...explained, ...location } });
      return {
        sourceId,
        ...counts,
        rowsSkipped: result.rowsSkipped,
        valuesUnchanged: unchanged,
        refusals: result.kinds.list(),
        warnings: checked.warnings.list(),
        rowsNotQuarantined: quarantine.dropped,
        formerEntriesRemoved: await removeFormer({ accepted, broken: result.broken }),
        skippedColumns: result.skippedColumns,
        broken: result.broken,
      };
    }),
  );
}

/** Whether the entity is in the name of the file, so that the same content under another name means other figures. */
const readsName = (mapping: ImportMapping | undefined): boolean =>
  mapping !== undefined && "entity" in mapping && "fileName" in mapping.entity;

/** @throws FileError if a file that was read to its end has no rows */
function requireRows({ rowsRead, broken }: { rowsRead: number; broken: string | null }): void {
  if (rowsRead === 0 && broken === null) throw new FileError("The file has a header but no rows");
}

/**
 * The report of a file that is stored already with the same mapping; null if it is not, was not stored completely, or
 * nothing of it was accepted.
 */
async function findStoredFile(
  store: MarketStore,
  { sha256, fileName, mapping }: { sha256: string; fileName: string; mapping: ImportMapping | undefined },
): Promise<(Partial<FileReport> & { sourceId: number }) | null> {
  const own = JSON.stringify(mapping ?? null);
  for (const { id, detail, ingestedAt, fileName: known } of await sourcesOfFile(store, sha256)) {
    if (readsName(mapping) && known !== fileName) continue;
    const accepted = Number(detail.valuesAccepted ?? detail.investments ?? 0);
    if (accepted === 0 || JSON.stringify(detail.mapping ?? null) !== own) continue;
    return {
      sourceId: id,
      content: detail.investments === undefined ? "value" : "investment",
      rowsRead: Number(detail.rowsRead ?? 0),
      valuesAccepted: accepted,
      valuesUnchanged: accepted,
      rowsRefused: Number(detail.rowsRefused ?? 0),
      storedAt: ingestedAt.slice(0, 10),
    };
  }
  return null;
}

/** Runs work on the file as text: itself, or what a Parquet file is converted to. */
async function asText<T>(
  store: MarketStore,
  file: OpenedFile,
  work: (text: StageJob["file"] & { size: number }) => Promise<T>,
): Promise<T> {
  if (file.form !== "parquet") return work({ ...file, form: file.form });
  if (file.gzip) throw new FileError("Gzipped Parquet files are not supported: unzip the file first");
  let converted = false;
  try {
    return await withParquetAsRows(store, file.path, async (path) => {
      converted = true;
      const { size } = await stat(path);
      return work({ path, size, gzip: false, form: "json-rows", encoding: "utf-8" });
    });
  } catch (cause) {
    if (converted || cause instanceof FileError) throw cause;
    throw new FileError(
      `Cannot read the Parquet file: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

interface StagedCheck {
  scratch: Scratch;
  read: StageJob;
  result: Staged;
  quarantine: Quarantine;
  provider: string;
}

/**
 * Lists the rows that contradict an earlier row or a relation between metrics. The texts of each list are fetched by reading
 * the file once more.
 * @returns how many rows were refused, and the rows that are stored with a warning, by kind
 */
async function checkStaged(store: MarketStore, { scratch, read, result, quarantine, provider }: StagedCheck) {
  const { staged } = read;
  const { nameOf } = read.resolver;
  const warnings = createRefusalKinds();
  let refused = 0;
  let again: AsyncGenerator<{ line: number; raw: string }> | null = null;
  let row = { line: -1, raw: "" };
  let refusedLine = -1;
  const list = async (values: readonly ImplausibleValue[]) => {
    for (const { line, field, kind, reason, isRefused } of values) {
      if (again === null || line < row.line) {
        again = rawRows(read);
        row = { line: -1, raw: "" };
        refusedLine = -1;
      }
      while (row.line < line) {
        const next = await again.next();
        if (next.done === true) break;
        row = next.value;
      }
      quarantine.add({ line, field, kind, reason, raw: row.line === line ? row.raw : "" });
      (isRefused ? result.kinds : warnings).count({ line, kind, reason });
      if (isRefused && line !== refusedLine) {
        refused += 1;
        refusedLine = line;
      }
      if (quarantine.isFull) await quarantine.flush();
    }
  };
  const kind = "contradicts an earlier row";
  await findConflicts(store, {
    scratch,
    staged,
    nameOf,
    onPage: (conflicts) => list(conflicts.map((conflict) => ({ ...conflict, kind, isRefused: true }))),
  });
  await findImplausible(store, { scratch, staged, provider, nameOf, onPage: list });
  await quarantine.flush();
  return { refused, warnings };
}

async function* rawRows(read: StageJob): AsyncGenerator<{ line: number; raw: string }> {
  for await (const records of recordsOf(read, readBytes(read.file), { names: [] })) yield* records;
}
