import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import { fileFormats } from "../files/rowFile";

const hex64 = z.string().regex(/^[0-9a-f]{64}$/);

const downloadSchema = z.object({
  manifest_version: z.literal(1),
  id: z.uuid(),
  /** Equal for requests of the same file. */
  question: hex64,
  /** Owner whose quota counts the file. */
  owner: z.string(),
  /** Terms under which it was created, as defined by the caller of the store. */
  terms: z.record(z.string(), z.string()),
  /** Name of the file without extension. */
  name: z.string().regex(/^[a-z-]{1,80}$/),
  format: z.enum(fileFormats),
  content_type: z.string(),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: hex64,
  data_version: z.string(),
  made_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

/** The manifest of a file that was created on request. */
export type Download = z.output<typeof downloadSchema>;

/** Reads a manifest; null if it is not valid. */
export async function readDownload(file: string): Promise<Download | null> {
  try {
    return downloadSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** Writes a manifest atomically. Only complete files have one. */
export async function writeDownload(file: string, download: Download): Promise<void> {
  await writeFile(`${file}.part`, `${JSON.stringify(download, null, 2)}\n`, { flush: true, mode: 0o600 });
  await rename(`${file}.part`, file);
}
