import type { ImportState } from "#domain";
import type { FileCheck } from "#ingest";

/** A file that an administrator uploaded, and what became of it. */
export interface UploadedFile {
  id: string;
  /** Without folders and control characters. */
  name: string;
  bytes: number;
  state: ImportState;
  /** While it is checked or imported. */
  progress: { share: number; message: string } | null;
  /** Result of the last dry run; its proposal is that of the last one without a mapping. */
  check: FileCheck | null;
  /** Of the last dry run or import; null before the first. */
  settings: Omit<ImportSettings, "id"> | null;
  /** Result of the import, in words. `isComplete` is false if a row or the file was rejected. */
  report: { summary: string; isComplete: boolean } | null;
  /** Why the last check or import failed. */
  error: string | null;
}

/** How a file is read. */
export interface ImportSettings {
  /** Id of the uploaded file. */
  id: string;
  /** Name of the source; null keeps what the file has, or none. */
  source: string | null;
  /** As in a mapping file; null for a file that needs none. */
  mapping: unknown;
}

/**
 * Files that administrators import from the browser: one at a time for each of them, kept in a temporary folder until it is
 * imported or discarded.
 */
export interface ImportDesk {
  /** Largest file, in bytes. */
  limit: number;
  /** The caller's file; null if there is none. */
  current(owner: string): UploadedFile | null;
  /**
   * Stores a file in place of the caller's former one.
   * @param length as the request declares it; null if it does not
   * @throws TooLargeError, InvalidError for a name or body that cannot be a file, ConflictError while the former file is in use
   */
  receive(
    owner: string,
    file: { name: string; length: number | null; body: ReadableStream<Uint8Array> | null },
  ): Promise<UploadedFile>;
  /** Starts a dry run. @throws InvalidError for a wrong mapping, NotFoundError, ConflictError while the file is in use */
  check(owner: string, settings: ImportSettings): UploadedFile;
  /** Starts the import. @param again whether to apply a file that is stored already @throws as `check` */
  start(owner: string, settings: ImportSettings & { again: boolean }): UploadedFile;
  /** Removes the file, ending a dry run of it. @throws ConflictError while it is imported */
  discard(owner: string, id: string): Promise<void>;
}
