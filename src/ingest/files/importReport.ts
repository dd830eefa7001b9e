import { CARRY_DAYS } from "#domain/metrics";
import { formatCount } from "#domain/text";
import type { DeriveReport } from "../derive/deriveDailyMetrics";
import { type UnservedList, unservedLine } from "../observations/unservedValues";
import type { UndoneMark } from "../sources";
import type { SkippedColumn } from "../staging/layouts/layout";
import type { QuarantinedKind } from "../staging/listQuarantine";
import { QUARANTINE_LIMIT } from "../staging/quarantine";
import type { RefusalKind } from "../staging/refusalKinds";

export interface FileReport {
  file: string;
  /** Null if the file could not be opened. */
  sourceId: number | null;
  sha256: string | null;
  bytes: number;
  rowsRead: number;
  /** What the file holds. */
  content: "value" | "investment";
  /** Imported values or investments, each counted once. */
  valuesAccepted: number;
  /** Those that the store already had. */
  valuesUnchanged: number;
  /** Rows with a rejected value. */
  rowsRefused: number;
  /** Rows that the mapping excludes (`onlyRows`, `skipRows`). */
  rowsSkipped: number;
  /** Rejected rows beyond the limit of the quarantine, which are not stored. */
  rowsNotQuarantined: number;
  /** Entries of former versions of the file that were removed from the quarantine. */
  formerEntriesRemoved: number;
  /** Day on which the file was stored, if it was not applied again; `YYYY-MM-DD`. */
  storedAt: string | null;
  /** Whether values of it were taken back since, if it was not applied again. */
  undone: UndoneMark | null;
  /** Reasons for rejected rows, by kind, most frequent first. */
  refusals: readonly RefusalKind[];
  /** Values accepted with a warning, by kind. */
  warnings: readonly RefusalKind[];
  skippedColumns: readonly SkippedColumn[];
  /** Newest date of the values if it is too old for current figures, `YYYY-MM-DD`; null otherwise. */
  outdatedSince: string | null;
  /** Why the whole file was rejected; nothing of it was imported then. */
  error: string | null;
  /** Why reading stopped before the end; earlier rows were imported. */
  broken: string | null;
  milliseconds: number;
}

export interface ImportReport {
  files: FileReport[];
  derived: DeriveReport;
  /** Stored values of the assets of these files that are not served, from any source. */
  unserved: UnservedList;
  /** Number of values of these files that are marked as wrong, and so are not used. */
  superseded: number;
  /** False if a file was rejected as a whole or truncated. */
  ok: boolean;
}

/** `201 rows: date before 1900, lines 2–202; the first: "1833-01-01" is before 1900`. */
export const refusalLine = ({ kind, rows, firstLine, lastLine, example }: RefusalKind): string =>
  `${formatCount(rows, "row")}: ${kind}, ${
    rows === 1
      ? `line ${firstLine}: ${example}`
      : `${linesOfRun(rows, firstLine, lastLine)}; the first: ${example}`
  }`;

/** `lines 2–9` means all of them, so it is used only for contiguous lines. */
function linesOfRun(rows: number, first: number, last: number): string {
  if (rows > last - first) return `lines ${first}–${last}`;
  return rows === 2 ? `lines ${first} and ${last}` : `between lines ${first} and ${last}`;
}

/** Maximum number of listed names of skipped columns; a wide file of a vendor has a hundred. */
const MAX_LISTED_COLUMNS = 8;

/** One line per reason: `columns A, B and 98 more left out: …`. */
export function skippedLines(skipped: readonly SkippedColumn[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { column, reason } of skipped) {
    const names = byReason.get(reason);
    if (names === undefined) byReason.set(reason, [column]);
    else names.push(column);
  }
  return [...byReason].map(([reason, names]) => {
    const listed = names.slice(0, MAX_LISTED_COLUMNS).map((name) => `"${name}"`);
    const more = names.length > MAX_LISTED_COLUMNS ? ` and ${names.length - MAX_LISTED_COLUMNS} more` : "";
    return `  column${names.length === 1 ? "" : "s"} ${listed.join(", ")}${more} skipped: ${reason}`;
  });
}

/** A line for a file whose values are too old to be current figures. */
export const outdatedLines = (newest: string | null): string[] =>
  newest === null
    ? []
    : [
        `  newest value: ${newest}, more than ${CARRY_DAYS} days ago; charts show it, current figures remain unknown unless another source has newer values`,
      ];

/** Text for unserved values: a line for each series. */
export function unservedSummary({ series, total }: UnservedList): string {
  const more = total - series.length;
  return [
    ...series.map((one) => shown(`not served: ${unservedLine(one)}`)),
    ...(more > 0
      ? [`not served: values of ${more.toLocaleString("en-US")} more series; /admin/data lists them`]
      : []),
  ].join("\n");
}

/** Control characters and marks that reverse text, which a terminal would interpret. They come from files. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;
export const shown = (text: string) => text.replace(CONTROLS, "\ufffd");

/** Text of the quarantine for the command line: a line for each file and kind. */
export const quarantineSummary = (kinds: readonly QuarantinedKind[]): string =>
  kinds.map((kind) => shown(`${kind.file}: ${refusalLine(kind)}`)).join("\n");

/** Text of the report for the command line. */
export function importSummary(report: ImportReport): string {
  const lines = report.files.flatMap((file) => {
    if (file.error !== null) return [`${file.file}: rejected. ${file.error}`];
    if (file.storedAt !== null) {
      const rejected =
        file.rowsRefused === 0 ? "" : `; ${formatCount(file.rowsRefused, "row")} rejected at that time`;
      if (file.undone !== null) {
        const part = file.undone.isWhole ? "taken back" : "taken back in part";
        return [
          `${file.file}: already imported on ${file.storedAt} and ${part} on ${file.undone.day}, not applied again${rejected}. --again applies it again.`,
        ];
      }
      return [
        `${file.file}: already imported on ${file.storedAt}, not applied again (${file.valuesUnchanged.toLocaleString("en-US")} unchanged${rejected}). --again applies it again and replaces later corrections.`,
      ];
    }
    const rate =
      file.milliseconds > 0 ? Math.round((file.rowsRead / file.milliseconds) * 1000) : file.rowsRead;
    return [
      `${file.file}: ${formatCount(file.rowsRead, "row")} read in ${(file.milliseconds / 1000).toFixed(1)} s (${rate.toLocaleString("en-US")}/s), ` +
        `${formatCount(file.valuesAccepted, file.content)} accepted (${file.valuesUnchanged.toLocaleString("en-US")} unchanged), ${formatCount(file.rowsRefused, "row")} rejected${file.rowsSkipped === 0 ? "" : `, ${formatCount(file.rowsSkipped, "row")} skipped by the mapping`}`,
      ...(file.broken === null ? [] : [`  broken: ${file.broken}`]),
      ...[...file.refusals, ...file.warnings].map((listed) => `  ${refusalLine(listed)}`),
      ...(file.rowsNotQuarantined === 0
        ? []
        : [
            `  ${formatCount(file.rowsNotQuarantined, "rejected row")} not kept in the quarantine, which is limited to ${QUARANTINE_LIMIT.toLocaleString("en-US")} entries per file`,
          ]),
      ...(file.formerEntriesRemoved === 0
        ? []
        : [
            `  ${formatCount(file.formerEntriesRemoved, "quarantined row")} of the former version of this file removed`,
          ]),
      ...skippedLines(file.skippedColumns),
      ...outdatedLines(file.outdatedSince),
    ];
  });
  const { assets, assetsChanged, dataVersion } = report.derived;
  return [
    ...lines.map(shown),
    ...(report.unserved.total > 0 ? [unservedSummary(report.unserved)] : []),
    ...(report.superseded > 0
      ? [
          `${formatCount(report.superseded, "value")} marked as wrong and not used ("cadastre observations list")`,
        ]
      : []),
    `${formatCount(assets, "asset")} derived, ${assetsChanged.toLocaleString("en-US")} changed; data version ${dataVersion}`,
  ].join("\n");
}
