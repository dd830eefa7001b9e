import type { DeriveReport } from "../derive/deriveDailyMetrics";
import type { SkippedColumn } from "./layouts/layout";

export interface RefusalReason {
  reason: string;
  rows: number;
  /** Line of the first row refused for it. */
  firstLine: number;
}

export interface FileReport {
  file: string;
  /** Null when the file could not be opened at all. */
  sourceId: number | null;
  sha256: string | null;
  bytes: number;
  rowsRead: number;
  /** Values taken, each counted once. */
  valuesAccepted: number;
  /** Of these, values that the store had already. */
  valuesUnchanged: number;
  /** Rows with anything refused in them. */
  rowsRefused: number;
  /** The most frequent reasons. */
  reasons: RefusalReason[];
  skippedColumns: readonly SkippedColumn[];
  /** Why the file as a whole was refused; nothing of it was taken then. */
  error: string | null;
  /** Why reading stopped before the end; what came before was taken. */
  broken: string | null;
  milliseconds: number;
}

export interface ImportReport {
  files: FileReport[];
  derived: DeriveReport;
  /** False when a file was refused as a whole or broke off. */
  ok: boolean;
}

const count = (n: number, what: string) => `${n.toLocaleString("en-US")} ${what}${n === 1 ? "" : "s"}`;

/** The report in words, for the command line. */
export function importSummary(report: ImportReport): string {
  const lines = report.files.flatMap((file) => {
    if (file.error !== null) return [`${file.file}: refused. ${file.error}`];
    const rate =
      file.milliseconds > 0 ? Math.round((file.rowsRead / file.milliseconds) * 1000) : file.rowsRead;
    return [
      `${file.file}: ${count(file.rowsRead, "row")} read in ${(file.milliseconds / 1000).toFixed(1)} s (${rate.toLocaleString("en-US")}/s), ` +
        `${count(file.valuesAccepted, "value")} accepted (${file.valuesUnchanged.toLocaleString("en-US")} already known), ${count(file.rowsRefused, "row")} refused`,
      ...(file.broken === null ? [] : [`  broken: ${file.broken}`]),
      ...file.reasons.map(
        (r) => `  refused ${count(r.rows, "time")}, first on line ${r.firstLine}: ${r.reason}`,
      ),
      ...file.skippedColumns.map((s) => `  column "${s.column}" left out: ${s.reason}`),
    ];
  });
  const { assets, assetsChanged, dataVersion } = report.derived;
  return [
    ...lines,
    `${count(assets, "asset")} derived, ${assetsChanged.toLocaleString("en-US")} changed; data version ${dataVersion}`,
  ].join("\n");
}
