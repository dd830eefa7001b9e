import { randomInt } from "node:crypto";
import { basename } from "node:path";
import type { Catalog } from "#domain/catalog";
import { metricById } from "#domain/metrics";
import { cutText } from "#domain/text";
import { type MarketStore, readSourcePrecedence, type SourcePrecedence, standingSql } from "#stores";
import { runExclusively } from "../runExclusively";
import { withScratchTables } from "../scratchTables";
import { locateSource } from "../sources";
import { KEY, stagedBatches, stagedRowsPerAsset } from "../staging/applyStaged";
import { createEntityResolver, type EntityResolver } from "../staging/entityResolver";
import { FileError } from "../staging/fileError";
import { type ImportMapping, parseMapping } from "../staging/mapping";
import type { Quarantine, RefusedRow } from "../staging/quarantine";
import type { ImportInput, ImportOptions } from "./importFiles";
import type { FileReport } from "./importReport";
import { listsInvestments, readInvestments } from "./investments/importInvestments";
import { compareInvestments } from "./investments/storeInvestments";
import { type OpenedFile, openFile } from "./openFile";
import { withText } from "./parquetToRows";
import { proposeForFile } from "./proposeForFile";
import type { MappingProposal } from "./proposeMapping";
import { requireRows, stageChecked } from "./stageChecked";
import { fileSource, findStoredFile } from "./storedFile";

/**
 * Rows in the report of a dry run, both for those that would be stored and for those that would be rejected.
 */
export const SHOWN_ROWS = 20;
/** Maximum length of a rejected row in the report. */
const RAW_LENGTH = 500;

/** A value as it would be stored. */
export interface CheckedValue {
  line: number;
  /** Slug of the asset or token. */
  entity: string;
  /** Slug. */
  metric: string;
  unit: string;
  /** `YYYY-MM-DD`. */
  date: string;
  value: number;
  /** Stored value of the same source that it would replace; null if there is none or it is the same. */
  replaces: number | null;
}

/** An investment as it would be stored. */
export interface CheckedInvestment {
  slug: string;
  name: string;
  status: string;
  opensDate: string;
}

/** What an import of a file would do. */
export interface FileCheck
  extends Pick<
    FileReport,
    | "file"
    | "sha256"
    | "bytes"
    | "rowsRead"
    | "content"
    | "valuesAccepted"
    | "valuesUnchanged"
    | "rowsRefused"
    | "rowsSkipped"
    | "storedAt"
    | "refusals"
    | "warnings"
    | "skippedColumns"
    | "outdatedSince"
    | "error"
    | "broken"
  > {
  /** Values of the same source, or investments, that would be replaced. */
  valuesReplaced: number;
  /** Values that would be stored but not served, because the figure of a preferred source is served. */
  valuesNotPreferred: number;
  /** The first values that would be stored, in the order of the file; none for investments. */
  values: CheckedValue[];
  investments: CheckedInvestment[];
  /** The first rows that would be rejected or stored with a warning. */
  refusedRows: RefusedRow[];
  /** For a file whose columns need a mapping, if none was given. */
  proposal: MappingProposal | null;
}

export interface CheckReport {
  files: FileCheck[];
  /** Whether an import would store everything: no file or row rejected, no file truncated. */
  ok: boolean;
}

export type CheckOptions = Pick<ImportOptions, "files" | "provider" | "mapping" | "today" | "onProgress">;

/**
 * Reads files as `importFiles` does, without storing anything. Each file is compared with the stored values,
 * not with the other files.
 * @throws InvalidError for an invalid mapping. Problems of a file are in its report.
 */
export async function checkFiles(
  store: MarketStore,
  catalog: Catalog,
  { files, provider, mapping, today, onProgress = () => undefined }: CheckOptions,
): Promise<CheckReport> {
  const job = {
    catalog,
    provider,
    mapping: mapping === undefined ? undefined : parseMapping(mapping),
    resolver: createEntityResolver(catalog),
    today,
    onProgress,
  };
  const checks: FileCheck[] = [];
  for (const input of files) {
    checks.push(await runExclusively(store, "check", () => checkFile(store, { ...job, ...named(input) })));
  }
  return {
    files: checks,
    ok: checks.every(
      ({ error, broken, rowsRefused }) => error === null && broken === null && rowsRefused === 0,
    ),
  };
}

const named = (input: ImportInput) => (typeof input === "string" ? { path: input, name: input } : input);

interface CheckJob {
  path: string;
  name: string;
  catalog: Catalog;
  provider: string | undefined;
  mapping: ImportMapping | undefined;
  resolver: EntityResolver;
  today: string;
  onProgress: NonNullable<ImportOptions["onProgress"]>;
}

async function checkFile(store: MarketStore, job: CheckJob): Promise<FileCheck> {
  const check: FileCheck = {
    file: job.name,
    sha256: null,
    bytes: 0,
    rowsRead: 0,
    content: "value",
    valuesAccepted: 0,
    valuesUnchanged: 0,
    valuesReplaced: 0,
    valuesNotPreferred: 0,
    rowsRefused: 0,
    rowsSkipped: 0,
    storedAt: null,
    refusals: [],
    warnings: [],
    skippedColumns: [],
    outdatedSince: null,
    values: [],
    investments: [],
    refusedRows: [],
    proposal: null,
    error: null,
    broken: null,
  };
  try {
    const file = await openFile(job.path);
    check.sha256 = file.sha256;
    check.bytes = file.size;
    await withText(store, file, async (text) => {
      try {
        Object.assign(check, await checkOpened(store, { ...job, file, text }));
      } catch (cause) {
        if (!(cause instanceof FileError)) throw cause;
        check.error = cause.message;
        if (job.mapping === undefined) {
          check.proposal = await proposeForFile({ ...job, file: text, fileName: basename(job.name) });
        }
      }
    });
  } catch (cause) {
    // A failure of the store is not a problem of the file.
    if (!(cause instanceof FileError)) throw cause;
    check.error ??= cause.message;
  }
  return check;
}

type Text = Parameters<Parameters<typeof withText>[2]>[0];

async function checkOpened(
  store: MarketStore,
  {
    file,
    text,
    name,
    catalog,
    provider: given,
    mapping,
    resolver,
    today,
    onProgress,
  }: CheckJob & { file: OpenedFile; text: Text },
): Promise<Partial<FileCheck>> {
  const stored = await findStoredFile(store, { file, name, mapping });
  const refused = collectRefused();
  const { quarantine } = refused;
  const reportProgress = ({ bytesRead, rows }: { bytesRead: number; rows: number }) =>
    onProgress({ file: name, bytesRead, bytesTotal: text.size, rows });
  const job = { file: text, mapping, today, quarantine, onProgress: reportProgress };
  const storedAt = stored?.storedAt ?? null;
  if (await listsInvestments(job)) {
    const { investments, kinds, ...read } = await readInvestments({ ...job, catalog });
    requireRows(read);
    const { unchanged, replaced } = await compareInvestments(store, investments);
    return {
      ...read,
      content: "investment",
      storedAt,
      valuesAccepted: investments.length,
      valuesUnchanged: unchanged,
      valuesReplaced: replaced,
      refusals: kinds.list(),
      refusedRows: refused.rows,
      investments: investments.slice(0, SHOWN_ROWS).map(({ slug, isClosed, row }) => ({
        slug,
        name: String(row.name),
        status: isClosed ? "closed" : String(row.status),
        opensDate: String(row.opens_date),
      })),
    };
  }
  // A separate run, so that checks of several processes on one server have different tables.
  const run = randomInt(2 ** 47);
  return withScratchTables(store, { purpose: "check", run }, async (scratch) => {
    const read = await stageChecked(store, {
      ...job,
      scratch,
      fileName: basename(name),
      resolver,
      providerOf: async () =>
        given ??
        (await locateSource(store, fileSource({ file, name, mapping, provider: given }))).known?.provider ??
        "",
    });
    const { rowsRead, rowsRefused, rowsSkipped, skippedColumns, outdatedSince, broken, kinds, warnings } =
      read;
    return {
      rowsRead,
      rowsRefused,
      rowsSkipped,
      skippedColumns,
      outdatedSince,
      broken,
      storedAt,
      refusals: kinds.list(),
      warnings: warnings.list(),
      refusedRows: refused.rows,
      ...(await compareStaged(store, { staged: read.staged, provider: read.provider })),
      values: await firstValues(store, { ...read, resolver }),
    };
  });
}

/** Collects the first rejected rows in memory instead of the quarantine. */
function collectRefused(): { quarantine: Quarantine; rows: RefusedRow[] } {
  const rows: RefusedRow[] = [];
  const quarantine: Quarantine = {
    add: (row) => {
      if (rows.length < SHOWN_ROWS) rows.push({ ...row, raw: cutText(row.raw, RAW_LENGTH) });
    },
    isFull: false,
    dropped: 0,
    flush: async () => undefined,
    clear: async () => {
      rows.length = 0;
    },
  };
  return { quarantine, rows };
}

interface StagedValues {
  staged: string;
  provider: string;
}

/**
 * The stored values of the assets: the provider's own value, and whether another provider is preferred to it.
 */
const storedSql = (assets: string, precedence: SourcePrecedence) => `
  SELECT ${KEY}, anyIf(value, provider = {provider:String}) AS own, countIf(provider = {provider:String}) > 0 AS has_own,
    max(standing) > max(own_standing) AS is_outranked
  FROM (
    SELECT ${KEY}, value, provider, ${standingSql(precedence)} AS standing,
      ${standingSql(precedence, "{provider:String}")} AS own_standing
    FROM observations FINAL WHERE asset_id IN (${assets}) AND NOT is_sample
  ) GROUP BY ${KEY}`;

async function compareStaged(
  store: MarketStore,
  { staged, provider }: StagedValues,
): Promise<Pick<FileCheck, "valuesAccepted" | "valuesUnchanged" | "valuesReplaced" | "valuesNotPreferred">> {
  const precedence = await readSourcePrecedence(store);
  const perAsset = await stagedRowsPerAsset(store, staged);
  const sums = [0, 0, 0, 0];
  for (const assets of stagedBatches(perAsset)) {
    const [counts] = await store.compactRows<string[]>(
      `SELECT count(), countIf(has_own AND own = value), countIf(has_own AND own != value), countIf(is_outranked)
       FROM (
         SELECT ${KEY}, argMin(value, line) AS value FROM ${staged}
         WHERE asset_id IN {assets:Array(UInt32)} GROUP BY ${KEY}
       ) AS staged
       LEFT JOIN (${storedSql("{assets:Array(UInt32)}", precedence)}) AS stored USING (${KEY})`,
      { assets, provider },
    );
    for (const at of sums.keys()) sums[at] = (sums[at] ?? 0) + Number(counts?.[at] ?? 0);
  }
  const [valuesAccepted = 0, valuesUnchanged = 0, valuesReplaced = 0, valuesNotPreferred = 0] = sums;
  return { valuesAccepted, valuesUnchanged, valuesReplaced, valuesNotPreferred };
}

async function firstValues(
  store: MarketStore,
  { staged, provider, resolver }: StagedValues & { resolver: EntityResolver },
): Promise<CheckedValue[]> {
  const first = `SELECT ${KEY}, argMin(value, line) AS value, min(line) AS first_line FROM ${staged}
    GROUP BY ${KEY} ORDER BY first_line, token_id, metric_id, date LIMIT ${SHOWN_ROWS}
    SETTINGS optimize_aggregation_in_order = 1`;
  const rows = await store.compactRows<[string, number, number, string, number, boolean, number]>(
    `SELECT first_line, token_id, metric_id, date, value, has_own, own
     FROM (${first}) AS first
     LEFT JOIN (${storedSql(`SELECT asset_id FROM (${first})`, [])}) AS stored USING (${KEY})
     ORDER BY first_line, token_id, metric_id, date`,
    { provider },
  );
  return rows.map(([line, listingId, metricId, date, value, hasOwn, own]) => {
    const metric = metricById(metricId);
    return {
      line: Number(line),
      entity: resolver.nameOf(listingId),
      metric: metric?.slug ?? String(metricId),
      unit: metric?.unit ?? "",
      date,
      value,
      replaces: hasOwn && own !== value ? own : null,
    };
  });
}
