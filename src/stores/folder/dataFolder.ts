/**
 * Ownership of a data folder by one process: an operating system lock (folderClaim.ts), `owner.json` with its
 * name, and a local socket for commands. If the lock is not visible, as from another container, an owner that
 * responds on its socket still counts; chdb locks its own part as well.
 */
import { createHash, randomUUID } from "node:crypto";
import { constants, type FSWatcher, watch } from "node:fs";
import { access, mkdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pLimit from "p-limit";
import { ConflictError, UnavailableError } from "#domain/errors";
import { claimFolder, type FolderClaim, isClaimed } from "./folderClaim";
import { type FolderOwner, isListening, OWNER_FILE, readOwner, removeDrafts, writeOwner } from "./ownerFile";
import { closeToOthers } from "./privateFolder";

/**
 * Creates a folder and its missing parents. Node's own recursive `mkdir` loops forever if an existing folder
 * rejects with ENOENT, as `/proc` does.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const parent = path.dirname(folder);
  if (parent !== folder && (await found(parent)) === null) await makeFolder(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (cause) {
    if ((await found(folder))?.isDirectory() !== true) throw cause;
  }
}

const found = (file: string) => stat(file).catch(() => null);

export interface DataFolder {
  path: string;
  /** Folder of the market store's embedded engine. */
  market: string;
  /** Folder of the people store's embedded engine. */
  people: string;
  /** Path of the socket that the owner must listen on. */
  socket: string;
  /** Sentences for the log about repairs. */
  repairs: readonly string[];
  /** Releases the folder. */
  release(): Promise<void>;
}

/** Longest path of a Unix socket on supported systems, with a margin. */
const MAX_SOCKET_PATH = 100;
/**
 * Time in which a starting owner writes its name, and in which one whose files were deleted restores them.
 */
const NAMING_MS = 3_000;

function socketPath(folder: string): string {
  const inside = path.join(folder, "control.sock");
  if (inside.length <= MAX_SOCKET_PATH) return inside;
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return path.join(os.tmpdir(), `cadastre-${name}.sock`);
}

/** The live process that owns the folder, or null. */
export async function folderOwner(folder: string): Promise<FolderOwner | null> {
  const absolute = path.resolve(folder);
  const owner = await answeringOwner(absolute);
  if (owner !== null || !(await exists(absolute)) || !(await isClaimed(absolute))) return owner;
  return ownerSoon(absolute);
}

/**
 * Claims the folder, creating it if necessary, and denies other users access. `listen` must respond on the
 * socket before it resolves, and is called again whenever the socket file was deleted.
 * @throws ConflictError that names the owner, or UnavailableError if the folder cannot be written or kept
 * private
 */
export async function claimDataFolder(
  folder: string,
  listen: (socket: string) => Promise<void>,
): Promise<DataFolder> {
  const absolute = path.resolve(folder);
  await makeWritable(absolute);
  const claim = await claimOrExplain(absolute);
  try {
    const elsewhere = await answeringOwner(absolute);
    if (elsewhere !== null) throw inUse(absolute, elsewhere);
    const repairs = await closeToOthers(absolute);
    await removeDrafts(absolute);
    const socket = socketPath(absolute);
    const owner: FolderOwner = {
      pid: process.pid,
      host: os.hostname(),
      since: new Date().toISOString(),
      socket,
      key: randomUUID(),
      inode: String(await inode(absolute)),
    };
    const presence = await appear(absolute, owner, listen);
    return {
      path: absolute,
      market: path.join(absolute, "market"),
      people: path.join(absolute, "people"),
      socket,
      repairs,
      release: async () => {
        await presence.end();
        await claim.release();
      },
    };
  } catch (cause) {
    await claim.release();
    throw cause;
  }
}

async function claimOrExplain(folder: string): Promise<FolderClaim> {
  const claim = await claimFolder(folder);
  if (claim !== null) return claim;
  const owner = await ownerSoon(folder);
  // A claim without a name may have been that of a process that was ending.
  const later = owner === null ? await claimFolder(folder) : null;
  if (later === null) throw inUse(folder, owner);
  return later;
}

/** Advice for errors that changing permissions does not fix. */
const adviceOn: Readonly<Record<string, string>> = {
  EROFS: "It is on a read-only file system: mount it read-write",
  EEXIST: "It is a file: move it away",
  ENOTDIR: "A part of its path is a file: move that away",
};

async function makeWritable(folder: string): Promise<void> {
  try {
    await makeFolder(folder, 0o700);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    const advice = adviceOn[code] ?? `Give user ${os.userInfo().username} write permission`;
    throw new UnavailableError(
      `The data folder ${folder} cannot be written (${code}). ${advice}, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** Listens and writes `owner.json`, and repeats both if the files of a running owner are deleted. */
async function appear(
  folder: string,
  owner: FolderOwner,
  listen: (socket: string) => Promise<void>,
): Promise<{ end: () => Promise<void> }> {
  let socketFile: bigint | null = null;
  const show = async () => {
    if (socketFile === null || (await inode(owner.socket)) !== socketFile) {
      await rm(owner.socket, { force: true });
      await listen(owner.socket);
      socketFile = await inode(owner.socket);
    }
    if ((await readOwner(folder))?.key !== owner.key) await writeOwner(folder, owner);
  };
  let ended = false;
  const oneAtATime = pLimit(1);
  await oneAtATime(show);
  const again = () => {
    // A folder that was removed completely cannot be restored.
    oneAtATime(() => (ended ? undefined : show())).catch(() => undefined);
  };
  const names = new Set([OWNER_FILE, path.basename(owner.socket)]);
  const watchers = [...new Set([folder, path.dirname(owner.socket)])].map((watched) =>
    watchFolder(watched, (name) => {
      if (name === null || names.has(name)) again();
    }),
  );
  return {
    end: async () => {
      ended = true;
      for (const watcher of watchers) watcher?.close();
      await oneAtATime(() => undefined);
      await rm(owner.socket, { force: true });
      if ((await readOwner(folder))?.key === owner.key)
        await rm(path.join(folder, OWNER_FILE), { force: true });
    },
  };
}

/** Null if the system cannot watch: deleted files are then missing until the next start. */
function watchFolder(folder: string, changed: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => changed(name));
    watcher.on("error", () => undefined);
    return watcher;
  } catch {
    return null;
  }
}

const inode = async (file: string) => (await stat(file, { bigint: true }).catch(() => null))?.ino ?? null;
const exists = async (file: string) => (await inode(file)) !== null;

async function answeringOwner(folder: string): Promise<FolderOwner | null> {
  const owner = await readOwner(folder);
  if (owner === null) return null;
  // The file of a copied folder names the owner of the original, which would run the commands for the copy.
  const isOfCopy = owner.inode !== undefined && owner.inode !== String(await inode(folder));
  return !isOfCopy && (await isListening(owner.socket)) ? owner : null;
}

/** The owner of a claimed folder, once it has written its name; null after a timeout. */
async function ownerSoon(folder: string): Promise<FolderOwner | null> {
  const deadline = Date.now() + NAMING_MS;
  for (;;) {
    const owner = await answeringOwner(folder);
    if (owner !== null || Date.now() > deadline) return owner;
    await wait(50);
  }
}

const inUse = (folder: string, holder: FolderOwner | null) =>
  new ConflictError(
    `The data folder ${folder} is in use by ${
      holder === null
        ? "a process that is starting or stopping"
        : `process ${holder.pid} on ${holder.host}, running since ${holder.since}`
    }. Stop that process first, or start this one with another DATA_DIR.`,
  );
