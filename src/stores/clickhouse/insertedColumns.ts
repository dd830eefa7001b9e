import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ClickHouseClient } from "@clickhouse/client";

/** Width of a value in bytes. */
const widths = { UInt32: 4, UInt64: 8, Date32: 4, Float64: 8 } as const;

/** A column of rows to insert, as the engine keeps it in memory: values one after the other, the lowest byte first. */
export interface InsertedColumn {
  name: string;
  /** `Date32` has days since 1970 as a signed 32-bit number. */
  type: keyof typeof widths;
  values: Uint32Array | Int32Array | Float64Array;
}

interface Insertion {
  table: string;
  columns: readonly InsertedColumn[];
  embedded: boolean;
  settings: Readonly<Record<string, string | number>>;
}

/**
 * Inserts rows given as columns, several times as fast as text. The embedded engine takes statements as text only, so it
 * reads the rows from a temporary file.
 */
export async function insertColumns(
  client: ClickHouseClient,
  { table, columns, embedded, settings }: Insertion,
): Promise<void> {
  const block = nativeBlock(columns);
  const names = columns.map(({ name }) => name).join(", ");
  if (!embedded) {
    const { stream } = await client.exec({
      query: `INSERT INTO ${table} (${names}) FORMAT Native`,
      values: Readable.from(block, { objectMode: false }),
      clickhouse_settings: settings,
    });
    for await (const _ of stream);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "cadastre-rows-"));
  try {
    const file = join(folder, "rows.native");
    await writeFile(file, block);
    await client.command({
      query: `INSERT INTO ${table} (${names}) SELECT ${names} FROM file(${literalPath(file)}, 'Native', '${columns.map(({ name, type }) => `${name} ${type}`).join(", ")}')`,
      clickhouse_settings: settings,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A path in SQL. The engine takes some characters in paths as patterns, in which `?` is any character. */
const literalPath = (path: string) =>
  `'${path
    .replaceAll(/[*?{}[\]:]/g, "?")
    .replaceAll("\\", "\\\\")
    .replaceAll("'", "\\'")}'`;

/** One block of the engine's format Native, in parts. */
function nativeBlock(columns: readonly InsertedColumn[]): Buffer[] {
  const [first] = columns;
  if (first === undefined) throw new Error("Rows without columns");
  const rows = first.values.byteLength / widths[first.type];
  const parts = [variableLength(columns.length), variableLength(rows)];
  for (const { name, type, values } of columns) {
    if (values.byteLength !== rows * widths[type]) throw new Error(`Column ${name} has not ${rows} rows`);
    parts.push(text(name), text(type), Buffer.from(values.buffer, values.byteOffset, values.byteLength));
  }
  return parts;
}

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([variableLength(bytes.length), bytes]);
};

/** A number in groups of seven bits, the lowest first. */
function variableLength(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}
