import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { InvalidError } from "#domain/errors";
import { fieldTypes } from "#domain/resources";
import { dumpFormats } from "./dumpStatement";

export const MANIFEST = "manifest.json";

/** Names of files in a dump, without any path. */
const dumpFileNameSchema = z.string().regex(/^[a-z_]{1,60}\.(csv|ndjson|parquet)(\.gz)?$/);

const columnSchema = z.object({
  name: z.string(),
  type: z.enum(fieldTypes),
  unit: z.string().nullable(),
  nullable: z.boolean(),
});

const dumpFileSchema = z.object({
  resource: z.string(),
  file: dumpFileNameSchema,
  format: z.enum(dumpFormats),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Version of the market data, and of the reference catalog. */
  data_version: z.int().min(0),
  catalog_version: z.string(),
  /** Latest day of the figures; null before there are any. */
  as_of: z.iso.date().nullable(),
  has_sample: z.boolean(),
  written_at: z.iso.datetime(),
  columns: z.array(columnSchema),
});

const manifestSchema = z.object({
  manifest_version: z.literal(1),
  files: z.array(dumpFileSchema),
});

/** The entry of one file in the manifest of a dump. */
export type DumpFile = z.output<typeof dumpFileSchema>;
/** The content of a folder. Lists only complete files. */
export type DumpManifest = z.output<typeof manifestSchema>;

/**
 * The manifest of a folder; null for none.
 * @throws InvalidError for a file of that name that is not a valid manifest
 */
export async function readManifest(folder: string): Promise<DumpManifest | null> {
  const file = path.join(folder, MANIFEST);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new InvalidError(`${file} is not valid JSON, so it is not an export manifest.`, [], { cause });
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidError(`${file} is not an export manifest: ${z.prettifyError(parsed.error)}`);
}

/** Replaces the manifest atomically: readers see the previous one or this. */
export async function writeManifest(folder: string, manifest: DumpManifest): Promise<void> {
  const file = path.join(folder, MANIFEST);
  await writeFile(`${file}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  await rename(`${file}.part`, file);
}
