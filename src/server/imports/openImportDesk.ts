import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import { type ImportDesk, type ImportSettings, tooLargeUpload, type UploadedFile } from "#api";
import { DAY_MS } from "#domain/days";
import {
  ConflictError,
  DomainError,
  InvalidError,
  NotFoundError,
  TooLargeError,
  UnavailableError,
} from "#domain/errors";
import { cutText } from "#domain/text";
import { type FileCheck, parseMapping } from "#ingest";
import { makeFolder } from "#stores";

export interface ImportDeskOptions {
  /** Folder used only for uploads; its contents are deleted. */
  folder: string;
  /** Maximum upload in bytes; 0 rejects all. */
  limit: number;
  /** Runs an operation for a user. */
  run: (
    owner: string,
    name: "import" | "import.check",
    input: object,
    report: (share: number, message: string) => void,
    stop: AbortSignal,
  ) => Promise<unknown>;
  /** @throws TooLargeError for a compressed file that unpacks to more bytes than the limit */
  requireUnpackedWithin: (file: string, limit: number) => Promise<void>;
  log: Pick<Logger, "error">;
}

export interface OwnedImportDesk extends ImportDesk {
  /** Deletes files that have been unused for a day. */
  sweep(): Promise<void>;
}

const NAME_LENGTH = 200;
/** Maximum unpacked size of a compressed file, as a multiple of the maximum upload. */
const UNPACKED_FACTOR = 20;
const KEPT_MS = DAY_MS;

interface Entry {
  upload: UploadedFile;
  folder: string;
  file: string;
  stopping: AbortController;
  usedAt: number;
}

/** Deletes files of an earlier process and returns an empty desk. */
export async function openImportDesk({
  folder,
  limit,
  run,
  requireUnpackedWithin,
  log,
}: ImportDeskOptions): Promise<OwnedImportDesk> {
  await rm(folder, { recursive: true, force: true });
  const entries = new Map<string, Entry>();
  const receiving = new Set<string>();

  const remove = async (owner: string, entry: Entry) => {
    if (entries.get(owner) === entry) entries.delete(owner);
    entry.stopping.abort();
    await rm(entry.folder, { recursive: true, force: true });
  };
  const idle = (entry: Entry): Entry => {
    const { state } = entry.upload;
    if (state === "checking") throw new ConflictError("The file is being checked. Wait, or discard it.");
    if (state === "importing") throw new ConflictError("The file is being imported.");
    return entry;
  };
  const entryOf = (owner: string, id: string): Entry => {
    const entry = entries.get(owner);
    if (entry?.upload.id === id) return entry;
    throw new NotFoundError(
      "This upload no longer exists: it was imported, discarded or replaced. Upload the file again.",
    );
  };
  /** Starts an operation on a file and tracks its progress. */
  const begin = (
    owner: string,
    { id, source, mapping, ...options }: ImportSettings & { again?: boolean },
    work: {
      name: "import" | "import.check";
      state: UploadedFile["state"];
      /** Stores the result. */
      done: (entry: Entry, output: unknown) => void | Promise<void>;
    },
  ): UploadedFile => {
    const entry = idle(entryOf(owner, id));
    if (entry.upload.state === "imported") {
      throw new ConflictError("The file was imported. Upload it again to import it again.");
    }
    const checked = mapping ?? null;
    if (checked !== null) parseMapping(checked);
    const { upload } = entry;
    Object.assign(upload, { state: work.state, progress: { share: 0, message: "Starting" }, error: null });
    upload.settings = { source, mapping: checked };
    entry.usedAt = Date.now();
    const files = [{ path: entry.file, name: upload.name }];
    const report = (share: number, message: string) => {
      upload.progress = { share, message };
    };
    const settled = run(
      owner,
      work.name,
      { files, source, mapping: checked, ...options },
      report,
      entry.stopping.signal,
    );
    void settled
      .then(
        (output) => work.done(entry, output),
        (error: unknown) => {
          if (!(error instanceof DomainError)) log.error({ err: error }, "An uploaded file failed");
          upload.state = "failed";
          upload.error =
            error instanceof DomainError
              ? error.message
              : "Something went wrong on our side; the log has the reason.";
        },
      )
      .finally(() => {
        upload.progress = null;
        entry.usedAt = Date.now();
      });
    return upload;
  };

  return {
    limit,
    current: (owner) => entries.get(owner)?.upload ?? null,
    receive: async (owner, { name, length, body }) => {
      if (limit === 0) {
        throw new InvalidError(
          "Uploads are turned off (IMPORT_UPLOAD_MB). Use cadastre import on the server.",
        );
      }
      const fileName = requireName(name);
      const former = entries.get(owner);
      if (former !== undefined) idle(former);
      if (receiving.has(owner)) throw new ConflictError("Another upload of yours is in progress.");
      receiving.add(owner);
      const id = randomUUID();
      const own = path.join(folder, id);
      const file = path.join(own, "upload");
      try {
        if (former !== undefined) await remove(owner, former);
        await makeFolder(folder, 0o700);
        await mkdir(own, { mode: 0o700 });
        await storeBody(body, { file, limit, length });
        await requireUnpackedWithin(file, limit * UNPACKED_FACTOR);
        const { size } = await stat(file);
        const upload: UploadedFile = {
          id,
          name: fileName,
          bytes: size,
          state: "uploaded",
          progress: null,
          check: null,
          settings: null,
          report: null,
          error: null,
        };
        const stopping = new AbortController();
        entries.set(owner, { upload, folder: own, file, stopping, usedAt: Date.now() });
        return upload;
      } catch (error) {
        await rm(own, { recursive: true, force: true });
        throw error;
      } finally {
        receiving.delete(owner);
      }
    },
    check: (owner, settings) =>
      begin(owner, settings, {
        name: "import.check",
        state: "checking",
        done: ({ upload }, output) => {
          const [check] = (output as { files: FileCheck[] }).files;
          const proposal = check?.proposal ?? upload.check?.proposal ?? null;
          Object.assign(upload, {
            state: "checked",
            check: check === undefined ? null : { ...check, proposal },
          });
        },
      }),
    start: (owner, settings) =>
      begin(owner, settings, {
        name: "import",
        state: "importing",
        done: async (entry, output) => {
          const { summary, clean, rejected } = output as {
            summary: string;
            clean: boolean;
            rejected: string | null;
          };
          if (rejected !== null) {
            Object.assign(entry.upload, { state: "failed", error: `The file was rejected. ${rejected}` });
            return;
          }
          // The report is retained; the file is in the store.
          await rm(entry.folder, { recursive: true, force: true });
          Object.assign(entry.upload, { state: "imported", report: { summary, isComplete: clean } });
        },
      }),
    discard: async (owner, id) => {
      const entry = entryOf(owner, id);
      if (entry.upload.state === "importing") throw new ConflictError("The file is being imported.");
      await remove(owner, entry);
    },
    sweep: async () => {
      for (const [owner, entry] of entries) {
        const isBusy = entry.upload.progress !== null;
        if (!isBusy && entry.usedAt < Date.now() - KEPT_MS) await remove(owner, entry);
      }
    },
  };
}

/**
 * The base name of a file, without control characters. Accepts paths of Unix and Windows. The name is shown,
 * never opened.
 */
function requireName(given: string): string {
  const base = given.replaceAll("\\", "/").split("/").at(-1) ?? "";
  const name = cutText(base.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, "").trim(), NAME_LENGTH);
  if (name === "" || /^\.+$/.test(name)) {
    throw new InvalidError("Give the name of the file as ?name=.", [
      { path: "name", message: "is not a file name" },
    ]);
  }
  return name;
}

async function storeBody(
  body: ReadableStream<Uint8Array> | null,
  { file, limit, length }: { file: string; limit: number; length: number | null },
): Promise<void> {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > limit) done(tooLargeUpload(limit));
      else done(null, chunk);
    },
  });
  const isFull = (error: unknown) =>
    error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code));
  if (body !== null) {
    try {
      // The types of web streams and Node's differ only in name.
      const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
      await pipeline(source, counted, createWriteStream(file, { flags: "wx", mode: 0o600 }));
    } catch (error) {
      if (error instanceof TooLargeError) throw error;
      if (isFull(error)) throw new UnavailableError("The disk of the server is full.", { cause: error });
      throw new InvalidError("The upload broke off. Upload the file again.", [], { cause: error });
    }
  }
  if (bytes === 0) throw new InvalidError("The file is empty.");
  if (length !== null && bytes !== length) {
    throw new InvalidError(`The upload broke off after ${bytes} of ${length} bytes. Upload the file again.`);
  }
}
