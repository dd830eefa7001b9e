import type { EntityResolver } from "../staging/entityResolver";
import { isChartExport } from "../staging/layouts/chartExportLayout";
import { isInvestmentHeader } from "./investments/investmentColumns";
import { readBytes } from "./openFile";
import { type MappingProposal, proposeMapping } from "./proposeMapping";
import { delimiterOf, type FileRecord } from "./readRecords";
import { type FileSettings, recordsOf } from "./recordsOf";
import type { StageJob } from "./stageFile";

/** Rows that a proposal is made from. */
const HEAD_ROWS = 500;
/** The header is looked for in so many lines. */
const TITLE_LINES = 30;
const ownColumns = ["entity", "metric", "date", "value"];

/**
 * A mapping for a file from its header and first rows. Null for a file whose columns need none, or without a
 * header: its problem is then not one of its columns.
 */
export async function proposeForFile({
  file,
  fileName,
  resolver,
  today,
}: Pick<StageJob, "file" | "fileName" | "today"> & {
  resolver: EntityResolver;
}): Promise<MappingProposal | null> {
  const settings: Partial<FileSettings> = {};
  let head = await readHead(file, settings);
  if (head.some(({ refusal }) => refusal?.kind === "line is not valid UTF-8")) {
    settings.encoding = "windows-1252";
    head = await readHead(file, settings);
  }
  const skipLines = file.form === "csv" ? linesBeforeHeader(head) : 0;
  if (skipLines > 0) {
    settings.skipLines = skipLines;
    head = await readHead(file, settings);
  }
  const [header, ...rows] = head.flatMap(({ fields }) => (fields === null ? [] : [fields]));
  if (header === undefined || header.some((name) => name.includes("\0"))) return null;
  const names = header.map((name) => name.trim().toLowerCase());
  if (ownColumns.every((name) => names.includes(name))) return null;
  if (isChartExport(header) || isInvestmentHeader(header)) return null;
  return proposeMapping({ fileName, header, rows, settings }, { resolver, today });
}

async function readHead(file: StageJob["file"], settings: Partial<FileSettings>): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  for await (const batch of recordsOf({ file, mapping: { skipLines: 0, ...settings } }, readBytes(file), {
    names: [],
  })) {
    records.push(...batch.slice(0, HEAD_ROWS - records.length));
    if (records.length >= HEAD_ROWS) break;
  }
  return records;
}

/** Lines of titles before the header, which have fewer fields than the rows. */
function linesBeforeHeader(head: readonly FileRecord[]): number {
  const lines = head.slice(0, TITLE_LINES);
  const last = lines.at(-1);
  if (last === undefined) return 0;
  const isTable = lines.every(({ fields }) => fields !== null && fields.length === lines[0]?.fields?.length);
  if (isTable && (last.fields?.length ?? 0) > 1) return 0;
  const delimiter = delimiterOf(last.raw);
  const fieldsOf = ({ raw }: FileRecord) => raw.split(delimiter).length;
  const wanted = fieldsOf(last);
  if (wanted < 2) return 0;
  const header = lines.findIndex((record) => fieldsOf(record) >= wanted);
  return header <= 0 ? 0 : (lines[header]?.line ?? 1) - 1;
}
