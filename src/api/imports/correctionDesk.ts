import type {
  ImportedSource,
  ImportParts,
  ListedMark,
  SupersedeReport,
  UndoReport,
  UndoRequest,
  ValueRequest,
} from "#ingest";

/** @property by - email address or name of who imported it, if it is a file and the audit log says so */
export type ListedImport = ImportedSource & { by: string | null };

/** A correction of stored figures: the name of its operation, and the input of that. */
export interface Correction {
  operation: "imports.undo" | "observations.supersede" | "observations.restore";
  input: object;
  /** What it is about, such as the name of a file. */
  subject: string;
}

/** A correction that an administrator started, and its state. */
export interface StartedCorrection extends Pick<Correction, "operation" | "subject"> {
  id: string;
  state: "running" | "done" | "failed";
  /** Null once it has ended. */
  progress: { share: number; message: string } | null;
  /** The result or the error, as a sentence. */
  message: string | null;
}

/**
 * Corrections of stored figures in the browser: what was imported, what taking it back would change, and the changes
 * themselves, one at a time for each administrator. A change continues if the page is closed.
 */
export interface CorrectionDesk {
  imports(): Promise<ListedImport[]>;
  /** @throws NotFoundError */
  importOf(id: number): Promise<{ source: ListedImport; parts: ImportParts }>;
  /** @throws NotFoundError, ConflictError, InvalidError for names in the request */
  previewUndo(request: UndoRequest): Promise<UndoReport>;
  /** Values that were marked as wrong, newest first, also those whose mark was lifted. */
  marks(): Promise<ListedMark[]>;
  /** @throws NotFoundError, ConflictError if several sources report the value, InvalidError for names in the request */
  previewSupersede(request: ValueRequest): Promise<SupersedeReport>;
  /** The caller's latest correction since the process started, or null. */
  current(owner: string): StartedCorrection | null;
  /** @throws ConflictError while one is running */
  start(owner: string, correction: Correction): StartedCorrection;
  /** Removes a correction that has ended. */
  close(owner: string, id: string): void;
}
