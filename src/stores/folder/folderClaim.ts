/**
 * Operating system lock on a folder. It is bound to the folder itself, not to a file in it, so deleting files
 * does not release it, and it ends with the process in any case.
 */
import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import net from "node:net";
import { isListening } from "./ownerFile";

export interface FolderClaim {
  release(): Promise<void>;
}

/** macOS flags missing in Node: lock the opened file exclusively, and do not wait for the lock. */
const O_EXLOCK = 0x20;
const O_NONBLOCK = 0x4;

/** @returns the claim, or null if another process has it. The folder must exist. */
export async function claimFolder(folder: string): Promise<FolderClaim | null> {
  return process.platform === "linux" ? claimByName(await claimName(folder)) : claimByLock(folder);
}

/** Whether a live process has claimed the folder. */
export async function isClaimed(folder: string): Promise<boolean> {
  if (process.platform === "linux") return isListening(await claimName(folder));
  const claim = await claimFolder(folder);
  await claim?.release();
  return claim === null;
}

/**
 * Abstract Linux socket name, outside of the file system. Device and inode of the folder are the same by
 * every path to it.
 */
async function claimName(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `\0cadastre-data-${dev}-${ino}`;
}

function claimByName(name: string): Promise<FolderClaim | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((connection) => connection.destroy());
    server.once("error", (cause: NodeJS.ErrnoException) =>
      cause.code === "EADDRINUSE" ? resolve(null) : reject(cause),
    );
    server.listen(name, () => {
      server.unref();
      resolve({ release: () => new Promise((done) => void server.close(() => done())) });
    });
  });
}

async function claimByLock(folder: string): Promise<FolderClaim | null> {
  let handle: FileHandle;
  try {
    handle = await open(folder, constants.O_RDONLY | O_EXLOCK | O_NONBLOCK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : "";
    if (code === "EWOULDBLOCK" || code === "EAGAIN") return null;
    throw cause;
  }
  return { release: () => handle.close() };
}
