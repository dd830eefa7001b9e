/**
 * One process owns a data folder. The owner writes a lock file and answers on
 * a local socket; a lock whose socket does not answer was left by a process
 * that died, and is taken over. chdb locks its own part as well, PGlite does
 * not, so the lock is taken before either opens.
 */
import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { ConflictError, UnavailableError } from "#domain";

const ownerSchema = z.object({
  pid: z.int(),
  host: z.string(),
  since: z.string(),
  socket: z.string(),
  key: z.string(),
});

/** Who owns a data folder. */
export type FolderOwner = z.output<typeof ownerSchema>;

export interface DataFolder {
  path: string;
  /** Where the market store's embedded engine keeps its files. */
  market: string;
  /** Where the people store's embedded engine keeps its files. */
  people: string;
  /** Path of the socket that the owner must listen on. */
  socket: string;
  /** Gives the folder up. */
  release(): Promise<void>;
}

/** Longest path a Unix socket may have on the systems we run on, with a margin. */
const MAX_SOCKET_PATH = 100;

function socketPath(folder: string): string {
  const inside = path.join(folder, "control.sock");
  if (inside.length <= MAX_SOCKET_PATH) return inside;
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return path.join(os.tmpdir(), `cadastre-${name}.sock`);
}

const lockPath = (folder: string) => path.join(folder, "owner.json");

/** The living process that owns the folder, or null. */
export async function folderOwner(folder: string): Promise<FolderOwner | null> {
  const owner = await readOwner(lockPath(path.resolve(folder)));
  return owner !== null && (await answers(owner.socket)) ? owner : null;
}

/**
 * Takes the folder, creating it where it is missing.
 * `listen` must start answering on the socket before it resolves: that is how others see the owner alive.
 * @throws ConflictError that names the owner, or UnavailableError when the folder cannot be written.
 */
export async function takeDataFolder(
  folder: string,
  listen: (socket: string) => Promise<void>,
): Promise<DataFolder> {
  const absolute = path.resolve(folder);
  await makeWritable(absolute);
  const socket = socketPath(absolute);
  const lock = lockPath(absolute);
  const owner: FolderOwner = {
    pid: process.pid,
    host: os.hostname(),
    since: new Date().toISOString(),
    socket,
    key: randomUUID(),
  };
  await createLock(absolute, lock, owner);
  try {
    await rm(socket, { force: true });
    await listen(socket);
  } catch (cause) {
    await rm(lock, { force: true });
    throw cause;
  }
  return {
    path: absolute,
    market: path.join(absolute, "market"),
    people: path.join(absolute, "people"),
    socket,
    release: async () => {
      await rm(socket, { force: true });
      if ((await readOwner(lock))?.key === owner.key) await rm(lock, { force: true });
    },
  };
}

async function makeWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new UnavailableError(
      `The data folder ${folder} cannot be written (${code}). Give user ${os.userInfo().username} the right to write it, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

async function createLock(folder: string, lock: string, owner: FolderOwner): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (await writeNew(lock, JSON.stringify(owner))) return;
    const holder = await readOwner(lock);
    if (holder !== null && (await answersSoon(holder.socket))) throw inUse(folder, holder);
    await removeStale(folder, lock, holder);
  }
  throw new ConflictError(`The data folder ${folder} is being taken by another process. Try again.`);
}

const inUse = (folder: string, holder: FolderOwner) =>
  new ConflictError(
    `The data folder ${folder} is in use by process ${holder.pid} on ${holder.host}, running since ${holder.since}. ` +
      "Stop that process first, or start this one with another DATA_DIR.",
  );

/** Moves a dead process's lock aside; puts it back should another process have replaced it meanwhile. */
async function removeStale(folder: string, lock: string, stale: FolderOwner | null): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch {
    return; // Another process was faster: look again.
  }
  const moved = await readOwner(aside);
  if (moved !== null && moved.key !== stale?.key) {
    await link(aside, lock).catch(() => undefined);
    await rm(aside, { force: true });
    throw inUse(folder, moved);
  }
  await rm(aside, { force: true });
}

async function writeNew(file: string, text: string): Promise<boolean> {
  // Written aside and linked into place, so that a reader never sees half a lock.
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readOwner(file: string): Promise<FolderOwner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}

/** An owner listens a moment after it has written its lock: ask twice. */
async function answersSoon(socket: string): Promise<boolean> {
  if (await answers(socket)) return true;
  await wait(400);
  return answers(socket);
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    connection.once("connect", () => {
      connection.destroy();
      resolve(true);
    });
    connection.once("error", () => resolve(false));
  });
}
