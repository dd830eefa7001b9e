import { mkdir, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Makes a folder and those that lead to it, where they are missing. Node's own recursive `mkdir` never returns, and
 * keeps a core busy, where one that exists refuses with ENOENT, as `/proc` does.
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
