import { basename, isAbsolute } from "node:path";
import type { Catalog } from "#domain/catalog";
import type { MarketStore } from "#stores";
import { commit } from "../commit";
import type { DeriveProgress } from "../derive/deriveDailyMetrics";
import { assignProvider } from "../observations/assignProvider";
import { listUnserved, type UnservedList } from "../observations/unservedValues";
import { readMarks } from "../observations/valueMarks";
import { nextRowVersion } from "../rowVersion";
import { runExclusively } from "../runExclusively";
import { withScratchTables } from "../scratchTables";
import { registerSource } from "../sources";
import { applyStaged } from "../staging/applyStaged";
import { createEntityResolver, type EntityResolver } from "../staging/entityResolver";
import { FileError } from "../staging/fileError";
import { type ImportMapping, parseMapping } from "../staging/mapping";
import { createQuarantine, removeReplacedEntries } from "../staging/quarantine";
import type { FileReport, ImportReport } from "./importReport";
import { importInvestments, listsInvestments } from "./investments/importInvestments";
import { type OpenedFile, openFile } from "./openFile";
import { withText } from "./parquetToRows";
import { requireRows, stageChecked } from "./stageChecked";
import { fileSource, findStoredFile } from "./storedFile";

/** Path of a file, or a path with the name to show in reports and sources. */
export type ImportInput = string | { path: string; name: string };

export interface ImportOptions {
  /** Paths of CSV, JSON Lines or Parquet files, plain or gzipped; the format is detected by content. */
  files: readonly ImportInput[];
  /**
   * Provider of the figures, as stored in rows (`storedProvider`). If omitted, a stored file keeps its
   * provider, and others have none.
   */
  provider?: string | undefined;
  /** As read from a mapping file; see `docs/import.md`. */
  mapping?: unknown;
  /**
   * Also applies files that are stored already. They replace values that were imported after them. Default:
   * no.
   */
  again?: boolean;
  /** Maximum number of quarantined entries per file. Default: `QUARANTINE_LIMIT`. */
  quarantineLimit?: number;
  /** `YYYY-MM-DD`, UTC: later dates are rejected. */
  today: string;
  onProgress?: (progress: ImportProgress) => void;
  /** Called after the import of the files, while derived figures are computed. */
  onDerive?: (progress: DeriveProgress) => void;
}

export interface ImportProgress {
  file: string;
  /** Size of the file on disk, packed or not, or of the text converted from a Parquet file. */
  bytesRead: number;
  bytesTotal: number;
  rows: number;
}

/**
 * Imports files as real observations and derives figures. Each file is first read into a scratch table, then
 * written at once: a file in the report is stored durably, and an interrupted one can be repeated safely. A
 * file that is stored already is not applied again unless `again` is set, so that it does not replace later
 * values.
 * @throws InvalidError for an invalid mapping. Problems of a file are in its report.
 */
export async function importFiles(
  store: MarketStore,
  catalog: Catalog,
  { files, provider, mapping, again = false, quarantineLimit, today, onProgress, onDerive }: ImportOptions,
): Promise<ImportReport> {
  const checked = mapping === undefined ? undefined : parseMapping(mapping);
  const resolver = createEntityResolver(catalog);
  const reportProgress = onProgress ?? (() => undefined);
  const assetIds = new Set<number>();
  const job = {
    catalog,
    provider,
    mapping: checked,
    again,
    quarantineLimit,
    resolver,
    today,
    onProgress: reportProgress,
    assetIds,
  };
  const { written: reports, derived } = await commit(store, { today, onDerive }, async () => {
    const imported: FileReport[] = [];
    for (const file of files) {
      const input = typeof file === "string" ? { path: file, name: file } : file;
      imported.push(await runExclusively(store, "import", () => importFile(store, { ...job, ...input })));
    }
    return imported;
  });
  return {
    files: reports,
    derived,
    unserved: await unservedOf(store, [...assetIds]),
    superseded: await supersededOf(store, reports),
    ok: reports.every((report) => report.error === null && report.broken === null),
  };
}

async function supersededOf(store: MarketStore, reports: readonly FileReport[]): Promise<number> {
  const sourceIds = reports.flatMap(({ sourceId }) => sourceId ?? []);
  const condition = "is_set_aside AND lifted_at IS NULL AND source_id IN {sourceIds:Array(UInt32)}";
  return (await readMarks(store, condition, { sourceIds })).length;
}

/** Maximum number of unserved series in a report. */
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
  /** Collects the assets of the file. */
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
    undone: null,
    refusals: [],
    warnings: [],
    skippedColumns: [],
    outdatedSince: null,
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
    // A failure of the store ends the import.
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
  const stored = await findStoredFile(store, { file, name, mapping });
  if (stored !== null && !again) {
    await assignProvider(store, { sourceId: stored.sourceId, provider: named });
    return stored;
  }
  const source = fileSource({ file, name, mapping, provider: named });
  const sourceId =
    stored?.sourceId ?? (await registerSource(store, { ...source, detail: { bytes: file.size } }));
  const quarantine = createQuarantine(store, { sourceId, fileName, limit: quarantineLimit });
  await quarantine.clear();
  // A copy, such as of standard input, has no path by which a later version could be recognized.
  const ownPath = path === name && isAbsolute(path) ? path : null;
  const location = ownPath === null ? {} : { path: ownPath };
  const removeFormer = async ({ accepted, broken }: { accepted: number; broken: string | null }) =>
    accepted === 0 || broken !== null
      ? 0
      : removeReplacedEntries(store, { sourceId, sha256: file.sha256, path: ownPath });
  const version = await nextRowVersion(store);
  return withScratchTables(store, { purpose: "import", run: version }, (scratch) =>
    withText(store, file, async (text) => {
      const reportProgress = ({ bytesRead, rows }: { bytesRead: number; rows: number }) =>
        onProgress({ file: name, bytesRead, bytesTotal: text.size, rows });
      if (await listsInvestments({ file: text, mapping })) {
        const job = {
          file: text,
          catalog,
          mapping,
          today,
          quarantine,
          sourceId,
          version,
          onProgress: reportProgress,
        };
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
      const read = await stageChecked(store, {
        scratch,
        file: text,
        fileName,
        mapping,
        resolver,
        today,
        quarantine,
        onProgress: reportProgress,
        // Deferred: a file that is rejected as a whole keeps its provider.
        providerOf: () => assignProvider(store, { sourceId, provider: named }),
      });
      const { staged, provider, rowsRead, rowsRefused, broken } = read;
      const { accepted, unchanged, assets } = await applyStaged(store, {
        scratch,
        staged,
        isDistinct: read.isDistinct,
        provider,
        sourceId,
        version,
      });
      for (const id of assets) assetIds.add(id);
      const counts = { rowsRead, valuesAccepted: accepted, rowsRefused };
      const explained = { ...counts, broken, mapping: mapping ?? null };
      // Applied again: what was taken back is stored once more.
      const detail = { bytes: file.size, ...explained, ...location, undone: undefined };
      await registerSource(store, { ...source, detail });
      return {
        sourceId,
        ...counts,
        rowsSkipped: read.rowsSkipped,
        valuesUnchanged: unchanged,
        refusals: read.kinds.list(),
        warnings: read.warnings.list(),
        rowsNotQuarantined: quarantine.dropped,
        formerEntriesRemoved: await removeFormer({ accepted, broken }),
        skippedColumns: read.skippedColumns,
        outdatedSince: read.outdatedSince,
        broken,
      };
    }),
  );
}
