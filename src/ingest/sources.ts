/** Where rows come from: files, the sample simulator, chains, feeds (table `sources`). */
import { createHash } from "node:crypto";
import type { MarketStore, StatementReader } from "#stores";
import { announceDataVersion } from "./dataVersion";
import { nextRowVersion } from "./rowVersion";

export interface SourceDraft {
  kind: "file" | "sample" | "chain" | "feed";
  /** Name for readers: a file name, a feed, `Sample data`. */
  label: string;
  /**
   * Provider of the figures, as stored in rows (`storedProvider`). Of several figures of one provider, the
   * last counts. A known source keeps its provider: see `assignProvider`.
   */
  provider?: string | undefined;
  fileName?: string | null;
  /** SHA-256 of the file's bytes in lower-case hex. */
  sha256?: string | null;
  isSample: boolean;
  /** Distinguishes similar sources. Part of the id and not stored, since it can be derived from a secret. */
  origin?: string | null;
  /** What else explains the source; kept as JSON. */
  detail?: Readonly<Record<string, unknown>>;
}

export interface Source {
  id: number;
  kind: string;
  label: string;
  provider: string;
  fileName: string | null;
  sha256: string | null;
  detail: Record<string, unknown>;
  isSample: boolean;
  /** `2026-01-31 12:34:56.789`, UTC: when it was first registered. */
  ingestedAt: string;
}

/** Kept in the `detail` of a source whose values were taken back, as `undone`. */
export interface UndoneMark {
  /** `YYYY-MM-DD` of the last time. */
  day: string;
  /** Whether no value of the source was left. */
  isWhole: boolean;
}

/** Whether and when values of a source were taken back, from its `detail`. */
export function undoneMark({ undone }: Readonly<Record<string, unknown>>): UndoneMark | null {
  if (typeof undone !== "object" || undone === null) return null;
  const { day, isWhole } = undone as Partial<UndoneMark>;
  return { day: String(day), isWhole: isWhole === true };
}

interface SourceRow {
  id: number;
  kind: string;
  label: string;
  provider: string;
  file_name: string | null;
  sha256: string | null;
  detail: string;
  is_sample: boolean;
  ingested_at: string;
}

const COLUMNS = "id, kind, label, provider, file_name, sha256, detail, is_sample, ingested_at";

/**
 * Registers a source and returns its id. The id follows from the file's bytes (or, without a file, from kind,
 * label, file name and origin), so that the same file has the same id whenever and wherever it is read. A source that is known
 * keeps its first name, time and provider; a new `detail` is added to the one it has.
 */
export async function registerSource(store: MarketStore, draft: SourceDraft): Promise<number> {
  const { id, known } = await locateSource(store, draft);
  const detail = { ...known?.detail, ...draft.detail };
  if (known !== null && JSON.stringify(detail) === JSON.stringify(known.detail)) return id;
  // Readers see when a source last reported, also if its figures are those that were known.
  if (known === null) await announceDataVersion(store);
  await writeSource(store, {
    id,
    kind: draft.kind,
    label: known?.label ?? draft.label,
    provider: known?.provider ?? draft.provider ?? "",
    fileName: known?.fileName ?? draft.fileName ?? null,
    sha256: draft.sha256 ?? null,
    detail,
    isSample: draft.isSample,
    ingestedAt: known?.ingestedAt ?? new Date().toISOString().replace("T", " ").replace("Z", ""),
  });
  return id;
}

/** The id that a source has, or would have once it is registered, and the source if it is. */
export async function locateSource(
  store: MarketStore,
  draft: SourceDraft,
): Promise<{ id: number; known: Source | null }> {
  const identity = JSON.stringify([
    draft.kind,
    draft.isSample,
    draft.sha256 ?? [draft.label, draft.fileName ?? null],
  ]);
  for (let id = firstId(identity + (draft.origin ?? "")); ; id = id === MAX_ID ? 1 : id + 1) {
    const known = await readSource(store, id);
    if (known === null || identityOf(known) === identity) return { id, known };
  }
}

export async function writeSource(store: MarketStore, source: Source): Promise<void> {
  await store.insert("sources", [
    {
      id: source.id,
      kind: source.kind,
      label: source.label,
      provider: source.provider,
      file_name: source.fileName,
      sha256: source.sha256,
      detail: JSON.stringify(source.detail),
      is_sample: source.isSample,
      ingested_at: source.ingestedAt,
      version: await nextRowVersion(store),
    },
  ]);
}

/** A file as administrators see it. */
export interface StoredFile {
  id: number;
  name: string;
  provider: string | null;
  sha256: string;
  /** UTC, ISO 8601. */
  importedAt: string;
  rowsRead: number | null;
  /** Values or investments. */
  accepted: number | null;
  rowsRejected: number | null;
  /** JSON text of the mapping it was imported with. */
  mapping: string | null;
}

/** Imported files, newest first. */
export async function listFiles(
  store: StatementReader,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<{ files: StoredFile[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    store.rows<SourceRow>(
      `SELECT ${COLUMNS} FROM sources FINAL WHERE kind = 'file'
       ORDER BY ingested_at DESC, id LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      { limit, offset },
    ),
    store.rows<{ n: string }>("SELECT count() AS n FROM sources FINAL WHERE kind = 'file'"),
  ]);
  const number = (value: unknown) => (typeof value === "number" ? value : null);
  return {
    files: rows.map(fromRow).map(({ id, label, fileName, provider, sha256, ingestedAt, detail }) => ({
      id,
      name: fileName ?? label,
      provider: provider === "" ? null : provider,
      sha256: sha256 ?? "",
      importedAt: `${ingestedAt.replace(" ", "T")}Z`,
      rowsRead: number(detail.rowsRead),
      accepted: number(detail.valuesAccepted ?? detail.investments),
      rowsRejected: number(detail.rowsRefused),
      mapping:
        detail.mapping === undefined || detail.mapping === null ? null : JSON.stringify(detail.mapping),
    })),
    total: Number(counted?.n ?? 0),
  };
}

export async function readSource(store: MarketStore, id: number): Promise<Source | null> {
  const rows = await store.rows<SourceRow>(`SELECT ${COLUMNS} FROM sources FINAL WHERE id = {id:UInt32}`, {
    id,
  });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** The sources that a file is, one for each mapping it was imported with. */
export async function sourcesOfFile(store: MarketStore, sha256: string): Promise<Source[]> {
  const rows = await store.rows<SourceRow>(
    `SELECT ${COLUMNS} FROM sources FINAL WHERE kind = 'file' AND sha256 = {sha256:String} ORDER BY ingested_at, id`,
    { sha256 },
  );
  return rows.map(fromRow);
}

const MAX_ID = 0xffff_ffff;

/** 1 … 2³² − 1: 0 means "no single source" in derived rows. */
const firstId = (identity: string) => createHash("sha256").update(identity).digest().readUInt32BE(0) || 1;

const identityOf = ({ kind, isSample, sha256, label, fileName }: Source) =>
  JSON.stringify([kind, isSample, sha256 ?? [label, fileName]]);

const fromRow = (row: SourceRow): Source => ({
  id: row.id,
  kind: row.kind,
  label: row.label,
  provider: row.provider,
  fileName: row.file_name,
  sha256: row.sha256,
  detail: row.detail === "" ? {} : (JSON.parse(row.detail) as Record<string, unknown>),
  isSample: row.is_sample,
  ingestedAt: row.ingested_at,
});
