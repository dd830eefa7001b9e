import { TooLargeError } from "#domain/errors";
import type { MarketStore } from "#stores";
import { FileError } from "../staging/fileError";
import { openFile, readBytes } from "./openFile";
import { countParquetCells } from "./parquetToRows";

/** Bytes of a cell of a Parquet file as text, at least. */
const CELL_BYTES = 2;

/**
 * Rejects a small file that unpacks to a huge one: gzipped text, or Parquet with more cells than the limit
 * permits. Unreadable files pass: reading them reports the reason.
 * @param limit in bytes
 * @throws TooLargeError that names the limit
 */
export async function requireUnpackedWithin(store: MarketStore, path: string, limit: number): Promise<void> {
  let bytes = 0;
  try {
    const file = await openFile(path);
    if (file.form === "parquet" && !file.gzip) bytes = CELL_BYTES * (await countParquetCells(store, path));
    if (file.gzip) {
      for await (const chunk of readBytes(file).chunks) {
        bytes += chunk.length;
        if (bytes > limit) break;
      }
    }
  } catch (cause) {
    if (!(cause instanceof FileError) && !isUnreadable(cause)) throw cause;
  }
  if (bytes > limit) {
    throw new TooLargeError(
      `The file is larger than ${(limit / 1e6).toLocaleString("en-US")} MB once it is unpacked. Import it on the command line of the server: cadastre import FILE`,
    );
  }
}

/** Whether the engine could not read a Parquet file, which the import reports. */
const isUnreadable = (cause: unknown): boolean =>
  cause instanceof Error && (/parquet|thrift/i.test(cause.message) || isUnreadable(cause.cause));
