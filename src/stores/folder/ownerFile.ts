/** `owner.json` in a data folder: who owns it and where it takes commands. */
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
});

/** Who owns a data folder. */
export type FolderOwner = z.output<typeof ownerSchema>;

export const OWNER_FILE = "owner.json";

/** What the file says, or null where it is missing or not one of ours. */
export async function readOwner(folder: string): Promise<FolderOwner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(path.join(folder, OWNER_FILE), "utf8")));
  } catch {
    return null;
  }
}

/** Replaces the file at once, so that a reader never sees half of it. Only who has claimed the folder may. */
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

/** Removes what starts that were killed left beside the file. */
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
    // A socket with a full queue has a living process behind it, if a busy one.
    connection.once("error", (cause: NodeJS.ErrnoException) => resolve(cause.code === "EAGAIN"));
  });
}
