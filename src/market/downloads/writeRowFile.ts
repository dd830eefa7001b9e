import { open, statfs } from "node:fs/promises";
import path from "node:path";
import { UnavailableError, UnprocessableError } from "#domain/errors";
import type { RowFile } from "../files/rowFile";
import type { DownloadLimits } from "./downloadLimits";

/** Bytes between two checks of the disk. */
const LOOK_BYTES = 33_554_432;

export interface WriteRowFileOptions {
  /** Absolute path without an existing file. */
  at: string;
  limits: Pick<DownloadLimits, "fileBytes" | "freeBytes">;
  /** Called before bytes are written. @throws if there is no space for them */
  reserve: (bytes: number) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Writes a file as it is produced.
 * @throws UnprocessableError if it becomes too large, UnavailableError if the disk is nearly full, and errors
 * of producing it
 */
export async function writeRowFile(
  file: Pick<RowFile, "bytes">,
  { at, limits, reserve, signal }: WriteRowFileOptions,
): Promise<void> {
  const handle = await open(at, "wx", 0o600);
  try {
    let written = 0;
    let lookAt = 0;
    for await (const bytes of file.bytes) {
      signal.throwIfAborted();
      if (written + bytes.length > limits.fileBytes) {
        throw new UnprocessableError(
          `The file would be larger than ${inGigabytes(limits.fileBytes)}. Narrow the filter, or request fewer fields.`,
        );
      }
      if (written >= lookAt) {
        await requireFree(path.dirname(at), limits.freeBytes);
        lookAt = written + LOOK_BYTES;
      }
      await reserve(bytes.length);
      await handle.appendFile(bytes);
      written += bytes.length;
    }
  } finally {
    await handle.close();
  }
}

export const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toLocaleString("en")} GB`;

async function requireFree(folder: string, least: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= least) return;
  throw new UnavailableError(
    "The server does not have enough disk space for download links. Download without a link.",
    {
      retryAfter: 600,
    },
  );
}
