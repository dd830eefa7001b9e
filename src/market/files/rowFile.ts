import type { Warning } from "#domain/api";

/** Rows as a file. */
export const fileFormats = ["csv", "xlsx", "parquet", "ndjson"] as const;
export type FileFormat = (typeof fileFormats)[number];

export interface RowFile {
  format: FileFormat;
  contentType: string;
  /** Rows or points in it. */
  rows: number;
  /** Whether any of its figures or rows may be sample data. */
  hasSample?: boolean;
  /** What to know about it beside its bytes. */
  warnings?: readonly Warning[];
  /** Its bytes, made while they are read. */
  bytes: AsyncIterable<Uint8Array>;
}

export const contentTypes: Readonly<Record<FileFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
  ndjson: "application/x-ndjson; charset=utf-8",
};

/** Largest number of values (a measure of a group on a day) of a file of series. */
export const MAX_FILE_POINTS = 1_000_000;
/** Limits of a worksheet. */
export const MAX_XLSX_COLUMNS = 16_384;
