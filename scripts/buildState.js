/**
 * Compares the output with the sources. A start compares sizes and times only; contents are read if those differ,
 * since a checkout touches files without changing them.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const dist = join(root, "dist");
const stampFile = join(dist, "stamp");
const sources = [
  "src",
  "public",
  "scripts/build.js",
  "vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];

/** The build itself writes the tree of routes. */
const isSource = (file) => !/\.(test|test-d|bench)\.tsx?$|routeTree\.gen\.ts$/.test(file);

function* sourceFiles() {
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    if (extname(path) !== "") yield path;
    else yield* filesUnder(path);
  }
}

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (entry.isFile() && isSource(path)) yield path;
  }
}

function digest(describe) {
  const lines = [...sourceFiles()].map((file) => `${relative(root, file)}\0${describe(file)}`);
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex");
}

/** Changes with every edit, and sometimes without one. */
const surface = () =>
  digest((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${size} ${mtimeMs}`;
  });
/** Equal contents build equal output. */
const content = () => digest((file) => createHash("sha256").update(readFileSync(file)).digest("hex"));

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8"));
  } catch {
    return null;
  }
}

/** Whether the output is missing or was built from other sources. A distribution without sources is never stale. */
export function isStale() {
  if (!existsSync(join(root, "src"))) return false;
  const stamp = readStamp();
  if (stamp === null) return true;
  const now = surface();
  if (stamp.surface === now) return false;
  if (stamp.content !== content()) return true;
  try {
    writeFileSync(stampFile, JSON.stringify({ ...stamp, surface: now }));
  } catch {
    // An installation that is read-only for this user: contents are read at each start.
  }
  return false;
}

/** Computed before a build and written after it, so that edits meanwhile make the output stale. */
export const sourceStamp = () => ({ surface: surface(), content: content() });

/** Without a stamp, the output counts as incomplete. */
export const removeStamp = () => rmSync(stampFile, { force: true });

export const writeStamp = (stamp) => writeFileSync(stampFile, JSON.stringify(stamp));
