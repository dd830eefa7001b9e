import { mkdir, stat } from "node:fs/promises";
import path from "node:path";

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
