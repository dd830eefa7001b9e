import { open, statfs } from "node:fs/promises";
import path from "node:path";
import { UnavailableError, UnprocessableError } from "#domain";
import type { RowFile } from "../files/rowFile";
import type { DownloadLimits } from "./downloadLimits";

/** Bytes after which the disk is looked at again. */
const LOOK_BYTES = 33_554_432;

export interface WriteRowFileOptions {
  /** Absolute path, at which nothing is yet. */
  at: string;
  limits: Pick<DownloadLimits, "fileBytes" | "freeBytes">;
  /** Told before bytes are written. @throws where there is no room for them */
  reserve: (bytes: number) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Writes a file as it is made.
 * @throws UnprocessableError where it becomes too large, UnavailableError where the disk is nearly full, and what making it
 * throws
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
