import type { ImportState } from "#domain/files";
import type { FileCheck } from "#ingest";

/** A file that an administrator uploaded, and its state. */
export interface UploadedFile {
  id: string;
  /** Without folders and control characters. */
  name: string;
  bytes: number;
  state: ImportState;
  /** True during a dry run or an import. */
  progress: { share: number; message: string } | null;
  /** Result of the last dry run; its proposal is that of the last dry run without a mapping. */
  check: FileCheck | null;
  /** Progress of the last dry run or import; null before the first. */
  settings: Omit<ImportSettings, "id"> | null;
  /** Result of the import, as a sentence. `isComplete` is false if a row or the file was rejected. */
  report: { summary: string; isComplete: boolean } | null;
  /** Error of the last dry run or import. */
  error: string | null;
}

/** Options for reading a file. */
export interface ImportSettings {
  /** Id of the uploaded file. */
  id: string;
  /** Name of the source; null uses the file's own, if any. */
  source: string | null;
  /** As in a mapping file; null for a file that needs none. */
  mapping: unknown;
}

/**
 * Files that administrators import in the browser: one per administrator, stored in a temporary folder until it is
 * imported or discarded.
 */
export interface ImportDesk {
  /** Largest file, in bytes. */
  limit: number;
  /** The caller's file, or null. */
  current(owner: string): UploadedFile | null;
  /**
   * Stores a file, replacing the caller's previous one.
   * @param length from the request's Content-Length, or null
   * @throws TooLargeError, InvalidError for an invalid name or body, ConflictError while the previous file is in use
   */
  receive(
    owner: string,
    file: { name: string; length: number | null; body: ReadableStream<Uint8Array> | null },
  ): Promise<UploadedFile>;
  /** Starts a dry run. @throws InvalidError for a wrong mapping, NotFoundError, ConflictError while the file is in use */
  check(owner: string, settings: ImportSettings): UploadedFile;
  /** Starts the import. @param again whether to apply a file that was already imported @throws as `check` */
  start(owner: string, settings: ImportSettings & { again: boolean }): UploadedFile;
  /** Removes the file and cancels its dry run. @throws ConflictError while it is imported */
  discard(owner: string, id: string): Promise<void>;
}
