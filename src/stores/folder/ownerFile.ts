/** `owner.json` in a data folder: its owner and the socket for commands. */
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { z } from "zod";

const ownerSchema = z.object({
  pid: z.int(),
  host: z.string(),
  since: z.string(),
  socket: z.string(),
  key: z.string(),
  /** Inode of the folder, which a copy of the folder does not have. Earlier versions did not write it. */
  inode: z.string().optional(),
});

/** The owner of a data folder. */
export type FolderOwner = z.output<typeof ownerSchema>;

export const OWNER_FILE = "owner.json";

/** The content of the file, or null if it is missing or invalid. */
export async function readOwner(folder: string): Promise<FolderOwner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(path.join(folder, OWNER_FILE), "utf8")));
  } catch {
    return null;
  }
}

/** Replaces the file atomically. Only for the process that has claimed the folder. */
export async function writeOwner(folder: string, owner: FolderOwner): Promise<void> {
  const file = path.join(folder, OWNER_FILE);
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(JSON.stringify(owner));
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

/** Removes temporary files of killed starts. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${OWNER_FILE}.`)) await rm(path.join(folder, name), { force: true });
  }
}

/** Whether a process listens on a socket. */
export function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    connection.once("connect", () => {
      connection.destroy();
      resolve(true);
    });
    // EAGAIN means a full queue, so a live but busy process.
    connection.once("error", (cause: NodeJS.ErrnoException) => resolve(cause.code === "EAGAIN"));
  });
}
