import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { TimeoutError, UnavailableError } from "#domain/errors";
import { fileChecksum } from "../dumps/fileChecksum";
import type { RowFile } from "../files/rowFile";
import { type Download, readDownload, writeDownload } from "./download";
import { type DownloadLimits, downloadLimits } from "./downloadLimits";
import { createDownloadRoom, type Making } from "./downloadRoom";
import { writeRowFile } from "./writeRowFile";

/** A request for a file. */
export interface DownloadRequest {
  /** Owner whose quota counts the file. */
  owner: string;
  /** Distinguishes this file from others of the owner; any JSON value. */
  question: unknown;
  /** Stored with the file. */
  terms: Readonly<Record<string, string>>;
  /** Name of the file without extension. */
  name: string;
  dataVersion: () => Promise<string>;
  make: () => Promise<RowFile>;
  /** Runs the task in a slot, until the signal aborts it. */
  within: <T>(signal: AbortSignal, task: () => Promise<T>) => Promise<T>;
}

/** Files created on request and stored for a limited time. Visible files are complete and immutable. */
export interface DownloadStore {
  /**
   * The requested file: an existing one, or one that is in progress or started now, shared by all callers.
   * Null if it is not complete within `waitMs`.
   * @throws RateLimitedError if the owner's quota of files or bytes is used up, UnavailableError if the disk
   * is full, and errors of creating the file
   */
  request(wanted: DownloadRequest, options: { waitMs: number }): Promise<Download | null>;
  /** The requested file, if it exists. */
  find(
    wanted: Pick<DownloadRequest, "owner" | "question" | "terms" | "dataVersion">,
  ): Promise<Download | null>;
  /** A file and its path; null if it no longer exists. */
  file(id: string): Promise<{ download: Download; path: string } | null>;
  remove(id: string): Promise<void>;
  /** Removes expired and obsolete files. */
  sweep(): Promise<void>;
  /** Aborts files in progress. */
  close(): Promise<void>;
}

export interface DownloadStoreOptions {
  /** Absolute path of a dedicated folder; created if missing. */
  folder: string;
  limits?: Partial<DownloadLimits>;
  /**
   * Whether an unexpired file is still valid. Called before a request is rejected for the space of existing
   * files.
   */
  isToKeep?: (download: Download) => Promise<boolean>;
  now?: () => number;
}

interface Job extends Making {
  /** Number of waiting requests. */
  waiting: number;
  made: Promise<Download>;
}

/** Maximum number of attempts when the data changes during writing. */
const MAX_TRIES = 3;
/** How long a failure is returned to repeated requests, in milliseconds. */
const FAILURE_MS = 60_000;

/** Opens the folder and removes partial files of a killed process. */
export async function openDownloadStore({
  folder,
  limits: given = {},
  isToKeep = async () => true,
  now = Date.now,
}: DownloadStoreOptions): Promise<DownloadStore> {
  const limits = { ...downloadLimits, ...given };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = await readFolder(folder);
  const jobs = new Map<string, Job>();
  const failed = new Map<string, unknown>();
  const closing = new AbortController();

  const manifestOf = (id: string) => path.join(folder, `${id}.json`);
  const pathOf = ({ id, format }: Pick<Download, "id" | "format">) => path.join(folder, `${id}.${format}`);
  const isExpired = ({ expires_at }: Download) => Date.parse(expires_at) <= now();

  const remove = async (id: string) => {
    const download = kept.get(id);
    if (download === undefined) return;
    kept.delete(id);
    // The manifest first: files without one are removed at the next start.
    await rm(manifestOf(id), { force: true });
    await rm(pathOf(download), { force: true });
  };
  const expire = async () => {
    for (const download of all()) if (isExpired(download)) await remove(download.id);
  };
  const sweep = async (some = all()) => {
    for (const download of some) {
      if (isExpired(download) || !(await isToKeep(download))) await remove(download.id);
    }
  };

  const all = () => [...kept.values()];
  const room = createDownloadRoom({ limits, now, kept: all, makings: () => [...jobs.values()] });
  /** Rejects only after obsolete files have been removed. */
  const requireSwept = async (require: () => void, inTheWay: () => Download[]) => {
    try {
      require();
    } catch {
      await sweep(inTheWay());
      require();
    }
  };

  /** Writes the file from a single version of the data. */
  const write = async (wanted: DownloadRequest, job: Making, id: string, signal: AbortSignal) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const dataVersion = await wanted.dataVersion();
      const file = await wanted.make();
      const part = path.join(folder, `${id}.part`);
      job.bytes = 0;
      await writeRowFile(file, {
        at: part,
        limits,
        signal,
        reserve: (bytes) => requireSwept(() => room.take(job, bytes), all),
      });
      if ((await wanted.dataVersion()) === dataVersion) return { file, part, dataVersion };
      await rm(part);
    }
    throw new UnavailableError("The data kept changing while the file was being prepared. Try again later.", {
      retryAfter: 60,
    });
  };

  const make = async (wanted: DownloadRequest, job: Making): Promise<Download> => {
    const { question } = job;
    const id = randomUUID();
    const tooLong = new AbortController();
    const signal = AbortSignal.any([closing.signal, tooLong.signal]);
    let timer: NodeJS.Timeout | undefined;
    const left = [path.join(folder, `${id}.part`), `${manifestOf(id)}.part`];
    try {
      const { file, part, dataVersion } = await wanted.within(signal, () => {
        // Starts here, since the queue limits the wait for a slot.
        timer = setTimeout(() => tooLong.abort(), limits.makeMs);
        return write(wanted, job, id, signal);
      });
      const checksum = await fileChecksum(part);
      const { rows, format, contentType } = file;
      left.push(pathOf({ id, format }));
      await rename(part, pathOf({ id, format }));
      const download: Download = {
        manifest_version: 1,
        id,
        question,
        owner: wanted.owner,
        terms: { ...wanted.terms },
        name: wanted.name,
        format,
        content_type: contentType,
        rows,
        ...checksum,
        data_version: dataVersion,
        made_at: new Date(now()).toISOString(),
        expires_at: new Date(now() + limits.keptMs).toISOString(),
      };
      await writeDownload(manifestOf(id), download);
      const former = all().filter((one) => one.question === question);
      kept.set(id, download);
      left.length = 0;
      for (const one of former) await remove(one.id);
      return download;
    } catch (error) {
      for (const file of left) await rm(file, { force: true });
      if (tooLong.signal.aborted) {
        throw new TimeoutError(
          `The file took longer than ${limits.makeMs / 60_000} minutes to prepare. Narrow the filter, or request fewer fields.`,
          { cause: error },
        );
      }
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  const begin = (wanted: DownloadRequest, question: string): Job => {
    const { owner } = wanted;
    room.requirePlace({ owner, question });
    const making: Making = { owner, question, bytes: 0 };
    const made = make(wanted, making).finally(() => jobs.delete(question));
    const job: Job = Object.assign(making, { waiting: 0, made });
    jobs.set(question, job);
    job.made.catch((error: unknown) => {
      if (job.waiting > 0) return;
      failed.set(question, error);
      setTimeout(() => failed.delete(question), FAILURE_MS).unref();
    });
    return job;
  };

  const present: DownloadStore["find"] = async (wanted) => {
    const question = questionOf(wanted);
    const version = await wanted.dataVersion();
    const found = all().find(
      (one) =>
        one.question === question &&
        !isExpired(one) &&
        (one.data_version === version || now() - Date.parse(one.made_at) < limits.reuseMs),
    );
    return found ?? null;
  };

  return {
    find: present,
    request: async (wanted, { waitMs }) => {
      await expire();
      const found = await present(wanted);
      if (found !== null) return found;
      const question = questionOf(wanted);
      if (failed.has(question)) {
        const error = failed.get(question);
        failed.delete(question);
        throw error;
      }
      if (!jobs.has(question)) {
        const { owner } = wanted;
        const own = () => all().filter((one) => one.owner === owner);
        await requireSwept(() => room.requirePlace({ owner, question }), own);
      }
      return withinTime(jobs.get(question) ?? begin(wanted, question), waitMs);
    },
    file: async (id) => {
      const download = kept.get(id);
      if (download === undefined) return null;
      if (!isExpired(download)) return { download, path: pathOf(download) };
      await remove(id);
      return null;
    },
    remove,
    sweep: () => sweep(),
    close: async () => {
      closing.abort();
      await Promise.allSettled([...jobs.values()].map(({ made }) => made));
    },
  };
}

const questionOf = ({
  owner,
  question,
  terms,
}: Pick<DownloadRequest, "owner" | "question" | "terms">): string =>
  createHash("sha256")
    .update(JSON.stringify([owner, question, terms]))
    .digest("hex");

async function withinTime(job: Job, waitMs: number): Promise<Download | null> {
  let timer: NodeJS.Timeout | undefined;
  job.waiting += 1;
  try {
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), waitMs);
    });
    return await Promise.race([job.made, late]);
  } finally {
    job.waiting -= 1;
    clearTimeout(timer);
  }
}

/** The complete files of a folder; all others are removed. */
async function readFolder(folder: string): Promise<Map<string, Download>> {
  const kept = new Map<string, Download>();
  const names = new Set(await readdir(folder));
  const whole = new Set<string>();
  for (const name of names) {
    if (!name.endsWith(".json")) continue;
    const download = await readDownload(path.join(folder, name));
    const file = download === null ? null : `${download.id}.${download.format}`;
    if (download === null || file === null || name !== `${download.id}.json` || !names.has(file)) continue;
    if ((await stat(path.join(folder, file))).size !== download.bytes) continue;
    kept.set(download.id, download);
    whole.add(name).add(file);
  }
  for (const name of names) if (!whole.has(name)) await rm(path.join(folder, name), { force: true });
  return kept;
}
