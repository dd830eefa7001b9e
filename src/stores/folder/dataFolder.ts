/**
 * One process owns a data folder: the operating system holds its claim (folderClaim.ts), `owner.json` names it,
 * and it takes commands on a local socket. Where the claim cannot be seen, as from another container, an owner
 * that answers on its socket still counts, and chdb locks its own part as well.
 */
import { createHash, randomUUID } from "node:crypto";
import { constants, type FSWatcher, watch } from "node:fs";
import { access, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pLimit from "p-limit";
import { ConflictError, UnavailableError } from "#domain";
import { claimFolder, type FolderClaim, isClaimed } from "./folderClaim";
import { makeFolder } from "./makeFolder";
import { type FolderOwner, isListening, OWNER_FILE, readOwner, removeDrafts, writeOwner } from "./ownerFile";
import { closeToOthers } from "./privateFolder";

export interface DataFolder {
  path: string;
  /** Where the market store's embedded engine keeps its files. */
  market: string;
  /** Where the people store's embedded engine keeps its files. */
  people: string;
  /** Path of the socket that the owner must listen on. */
  socket: string;
  /** Sentences for the log about what was repaired. */
  repairs: readonly string[];
  /** Gives the folder up. */
  release(): Promise<void>;
}

/** Longest path a Unix socket may have on the systems we run on, with a margin. */
const MAX_SOCKET_PATH = 100;
/** An owner that starts names itself within this time, and one whose files were deleted restores them. */
const NAMING_MS = 3_000;

function socketPath(folder: string): string {
  const inside = path.join(folder, "control.sock");
  if (inside.length <= MAX_SOCKET_PATH) return inside;
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return path.join(os.tmpdir(), `cadastre-${name}.sock`);
}

/** The living process that owns the folder, or null. */
export async function folderOwner(folder: string): Promise<FolderOwner | null> {
  const absolute = path.resolve(folder);
  const owner = await answeringOwner(absolute);
  if (owner !== null || !(await exists(absolute)) || !(await isClaimed(absolute))) return owner;
  return ownerSoon(absolute);
}

/**
 * Takes the folder, creating it where it is missing, and closes it to other users of the machine.
 * `listen` starts answering on the socket before it resolves, and again whenever the socket's file was deleted.
 * @throws ConflictError that names the owner, or UnavailableError when the folder cannot be written or kept private.
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
  // Who had claimed it without a name may have been a process that was ending.
  const later = owner === null ? await claimFolder(folder) : null;
  if (later === null) throw inUse(folder, owner);
  return later;
}

/** What helps against errors that permissions do not help against. */
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

/** Listens and writes `owner.json`, and does both again when somebody deletes the files of a running owner. */
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
  const inTurn = pLimit(1);
  await inTurn(show);
  const again = () => {
    // A folder that was removed whole cannot be restored.
    inTurn(() => (ended ? undefined : show())).catch(() => undefined);
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
      await inTurn(() => undefined);
      await rm(owner.socket, { force: true });
      if ((await readOwner(folder))?.key === owner.key)
        await rm(path.join(folder, OWNER_FILE), { force: true });
    },
  };
}

/** Null where the system cannot watch: files that are deleted are then missing until the next start. */
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
  return owner !== null && (await isListening(owner.socket)) ? owner : null;
}

/** The owner of a folder that is claimed, once it has named itself; null where it does not. */
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
