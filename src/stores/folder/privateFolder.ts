/** Restricts a data folder to the user who runs the process: folders 0700, files 0600. */
import type { Stats } from "node:fs";
import { chmod, lstat, readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { UnavailableError } from "#domain/errors";

const OTHERS = 0o077;
const STICKY = 0o1000;

/** Names that the product creates in a data folder; others are ignored. */
const isOurs = (name: string) => /^(market|people|downloads|control\.sock|owner\.json.*)$/.test(name);
/** Folder that file systems create in their root, for the superuser only. */
const LOST = "lost+found";
/** Names that a new folder can contain: marks of file systems and of version control. */
const isNothing = (name: string) => name === LOST || name.startsWith(".");

/**
 * Denies other users access to a data folder and everything the stores have in it.
 * @returns sentences for the log about repairs; empty if none were necessary
 * @throws UnavailableError if the folder also contains other things, or something in it belongs to another
 * user
 */
export async function closeToOthers(folder: string): Promise<string[]> {
  const own = await stat(folder);
  const names = await readdir(folder);
  refuseShared(folder, own, names);
  const repairs: string[] = [];
  const uid = process.getuid?.() ?? own.uid;
  if (uid === 0 && own.uid !== 0) {
    repairs.push(
      `The data folder ${folder} belongs to user ${own.uid}, but this process runs as root: that user cannot open what is written now.`,
    );
  }
  const found: Found = { open: 0, foreign: [], stubborn: [] };
  await closeOne(folder, own, uid, found);
  for (const name of names.filter(isOurs)) await closeTree(path.join(folder, name), uid, found);
  if (found.foreign.length > 0) throw foreignError(folder, found.foreign);
  const repaired = found.open - found.stubborn.length;
  if (repaired > 0) {
    repairs.push(
      `Other users of this machine had access to the data folder ${folder}: restricted ${repaired} of its files and folders.`,
    );
  }
  if (found.stubborn.length > 0) {
    repairs.push(
      `The file system of ${folder} does not enforce file permissions: other users of this machine may have access to the data.`,
    );
  }
  return repairs;
}

interface Found {
  /** Files and folders that were accessible to others. */
  open: number;
  /** Files of another user, which this process cannot rely on. */
  foreign: { file: string; uid: number }[];
  /** Files that stayed accessible: some network file systems and FAT ignore modes. */
  stubborn: string[];
}

async function closeTree(root: string, uid: number, found: Found): Promise<void> {
  const file = await lstat(root);
  // A store can be a link to another disk; links further down are the engine's own, within its folder.
  const target = file.isSymbolicLink() ? await stat(root).catch(() => null) : file;
  if (target === null) {
    throw new UnavailableError(`${root} is a broken symbolic link. Restore its target, or remove it.`);
  }
  await closeOne(root, target, uid, found);
  if (!target.isDirectory()) return;
  // A store can be the mount point of another disk.
  const names = (await readdir(root)).filter((name) => name !== LOST);
  for (const name of names) await closeWithin(path.join(root, name), uid, found);
}

async function closeWithin(file: string, uid: number, found: Found): Promise<void> {
  const stats = await lstat(file);
  if (stats.isSymbolicLink()) return;
  await closeOne(file, stats, uid, found);
  if (!stats.isDirectory()) return;
  for (const name of await readdir(file)) await closeWithin(path.join(file, name), uid, found);
}

async function closeOne(file: string, stats: Stats, uid: number, found: Found): Promise<void> {
  if (stats.uid !== uid && uid !== 0) found.foreign.push({ file, uid: stats.uid });
  if ((stats.mode & OTHERS) === 0) return;
  found.open += 1;
  await chmod(file, stats.isDirectory() ? 0o700 : 0o600).catch(() => undefined);
  if (((await stat(file)).mode & OTHERS) !== 0) found.stubborn.push(file);
}

/** Restricting a shared folder, such as /tmp or /var, would harm the machine. */
function refuseShared(folder: string, { mode }: Stats, names: readonly string[]): void {
  if ((mode & OTHERS) === 0) return;
  const isNew = !names.some(isOurs);
  const others = names.filter((name) => !isOurs(name) && !isNothing(name));
  if ((mode & STICKY) === 0 && !(isNew && others.length > 0)) return;
  throw new UnavailableError(
    `The data folder ${folder} is open to other users and contains other files${others[0] === undefined ? "" : ` (${others[0]})`}. ` +
      `Set DATA_DIR to a dedicated folder, such as ${path.join(folder, "cadastre")}.`,
  );
}

function foreignError(folder: string, foreign: Found["foreign"]): UnavailableError {
  const [first] = foreign;
  const more = foreign.length > 1 ? ` and ${(foreign.length - 1).toLocaleString("en")} more` : "";
  const user = os.userInfo().username;
  return new UnavailableError(
    `In the data folder ${folder}, ${first?.file ?? ""}${more} belong to another user (uid ${first?.uid}), as after a run under another name. ` +
      `Give them to the user that runs Cadastre: chown -R ${user} ${folder}`,
  );
}
