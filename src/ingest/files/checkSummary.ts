import { cutText, formatCount } from "#domain/text";
import { type CheckReport, type FileCheck, SHOWN_ROWS } from "./checkFiles";
import { outdatedLines, refusalLine, shown, skippedLines } from "./importReport";

/** Characters of a rejected row on a line of its own. */
const RAW_LENGTH = 200;

const count = (value: number) => value.toLocaleString("en-US");

/** Text of a dry run for the command line. */
export function checkSummary({ files }: CheckReport): string {
  return [...files.flatMap(fileLines).map(shown), "Nothing was stored."].join("\n");
}

function fileLines(check: FileCheck): string[] {
  const { file, error, broken, proposal } = check;
  if (error !== null) {
    return [`${file}: would be rejected. ${error}`, ...(proposal === null ? [] : proposalLines(proposal))];
  }
  const { content, valuesAccepted, valuesUnchanged, valuesReplaced, valuesNotPreferred } = check;
  const added = valuesAccepted - valuesUnchanged - valuesReplaced;
  return [
    `${file}: ${formatCount(check.rowsRead, "row")} read, ${formatCount(valuesAccepted, content)} would be accepted ` +
      `(${count(added)} new, ${count(valuesReplaced)} replacing stored ones, ${count(valuesUnchanged)} unchanged), ` +
      `${formatCount(check.rowsRefused, "row")} would be rejected` +
      (check.rowsSkipped === 0 ? "" : `, ${formatCount(check.rowsSkipped, "row")} skipped by the mapping`),
    ...(check.storedAt === null
      ? []
      : [`  already imported on ${check.storedAt}: not applied again without --again`]),
    ...(broken === null ? [] : [`  broken: ${broken}`]),
    ...(valuesNotPreferred === 0
      ? []
      : [`  ${formatCount(valuesNotPreferred, "value")} would not be served: another source is preferred`]),
    ...[...check.refusals, ...check.warnings].map((listed) => `  ${refusalLine(listed)}`),
    ...skippedLines(check.skippedColumns),
    ...outdatedLines(check.outdatedSince),
    ...refusedLines(check),
    ...firstLines(check),
  ];
}

function refusedLines({ refusedRows }: FileCheck): string[] {
  if (refusedRows.length === 0) return [];
  const rows = refusedRows.map(
    ({ line, field, reason, raw }) =>
      `    line ${line}: ${field === "" ? "" : `${field}: `}${reason}${raw === "" ? "" : `: ${cutText(raw, RAW_LENGTH)}`}`,
  );
  return [
    `  Rejected rows and warnings${refusedRows.length === SHOWN_ROWS ? `, first ${SHOWN_ROWS}` : ""}:`,
    ...rows,
  ];
}

function firstLines({ content, values, investments, valuesAccepted }: FileCheck): string[] {
  const rows =
    content === "investment"
      ? investments.map(({ slug, name, status, opensDate }) => [slug, name, status, opensDate])
      : values.map(({ line, entity, metric, unit, date, value, replaces }) => [
          `line ${line}`,
          entity,
          metric,
          date,
          `${value} ${unit}${replaces === null ? "" : ` (replaces ${replaces})`}`,
        ]);
  if (rows.length === 0) return [];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    `    ${row.map((cell, at) => cell.padEnd(at === row.length - 1 ? 0 : (widths[at] ?? 0))).join("  ")}`.trimEnd(),
  );
  return [`  As stored, first ${count(rows.length)} of ${count(valuesAccepted)}:`, ...lines];
}

function proposalLines({ mapping, notes }: NonNullable<FileCheck["proposal"]>): string[] {
  return [
    "  Proposed mapping, to be verified and saved as a file for --mapping:",
    ...JSON.stringify(mapping, null, 2)
      .split("\n")
      .map((line) => `    ${line}`),
    ...notes.map(({ text }) => `  ${text}`),
  ];
}
