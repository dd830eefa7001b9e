/**
 * The operating system's word on who owns a folder. A claim is bound to the folder itself, not to a file in it,
 * so nothing that is deleted gives it away, and the system ends it with the process, however that ends.
 */
import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import net from "node:net";
import { isListening } from "./ownerFile";

export interface FolderClaim {
  release(): Promise<void>;
}

/** Flags of macOS that Node does not name: take the lock of the opened file for oneself, and do not wait for it. */
const O_EXLOCK = 0x20;
const O_NONBLOCK = 0x4;

/** @returns the claim, or null where another process has it. The folder has to exist. */
export async function claimFolder(folder: string): Promise<FolderClaim | null> {
  return process.platform === "linux" ? claimByName(await claimName(folder)) : claimByLock(folder);
}

/** Whether a living process has claimed the folder. */
export async function isClaimed(folder: string): Promise<boolean> {
  if (process.platform === "linux") return isListening(await claimName(folder));
  const claim = await claimFolder(folder);
  await claim?.release();
  return claim === null;
}

/** Linux has socket names outside of the file system. The folder's device and inode are the same by every path to it. */
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
