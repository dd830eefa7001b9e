/**
 * Files that builds before left. A server loads parts of its own build only once a page needs them, and so do open pages in
 * browsers: a build beneath them must not take these away. Names hold hashes, so builds do not mix.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** How many builds a file outlives that they no longer make. */
const OUTLIVED_BUILDS = 5;

/** Files under a folder that a build wrote since it began. */
export const filesSince = (folder, began) =>
  filesUnder(folder).filter((file) => statSync(file).mtimeMs >= began);

/**
 * Removes what the latest builds have not made.
 * @param root folder that holds the list of what is to go, `former.json`
 * @param folders of build output @param began when the build that has just ended began
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

/** All files under a folder; none where there is no such folder. */
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
