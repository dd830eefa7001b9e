/**
 * Files of earlier builds. Running servers and open pages load parts of their own build on demand, so a later build
 * must not remove these. Names contain hashes, so builds do not mix.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Number of builds for which a file is retained that is no longer built. */
const OUTLIVED_BUILDS = 5;

/** Files under a folder written since the build started. */
export const filesSince = (folder, began) =>
  filesUnder(folder).filter((file) => statSync(file).mtimeMs >= began);

/**
 * Removes files that the latest builds have not written.
 * @param root folder that contains the list of obsolete files, `former.json`
 * @param folders of build output @param began start of the build that has just ended
 */
export function removeFormer({ root, folders, began }) {
  const list = join(root, "former.json");
  const known = readList(list);
  const former = {};
  for (const file of folders.flatMap(filesUnder)) {
    if (statSync(file).mtimeMs >= began) continue;
    const name = relative(root, file);
    const outlived = (known[name] ?? 0) + 1;
    if (outlived > OUTLIVED_BUILDS) rmSync(file);
    else former[name] = outlived;
  }
  writeFileSync(list, JSON.stringify(former));
}

/** All files under a folder; none if it does not exist. */
export function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function readList(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
