/**
 * Builds of the product: folders of `dist`, each named by the hash of its sources. A build appears at once when it is complete, and
 * does not change afterwards. `dist/current` names the latest. Running servers and open pages load parts of their own build on
 * demand, so earlier builds are kept for a while.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = [
  "src",
  "public",
  "scripts/build.js",
  "scripts/bundleChecks.js",
  "vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
/** Number of earlier builds that are kept, and with them those that a process runs. */
const KEPT_BUILDS = 5;

const BUILD = /^[0-9a-f]{16}$/;
/** What a process is writing or removing, which nothing else uses. */
const DRAFT = /^(?:[0-9a-f]{16}|current)\.(\d+)$/;

/** The build itself writes the tree of routes. */
const isSource = (file) => !/\.(test|test-d|bench)\.tsx?$|routeTree\.gen\.ts$/.test(file);

function* sourceFiles(folder) {
  for (const source of sources) {
    const path = join(folder, source);
    if (!existsSync(path)) continue;
    if (extname(path) !== "") yield path;
    else yield* [...filesUnder(path)].filter(isSource);
  }
}

/** All files under a folder. */
export function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (entry.isFile()) yield path;
  }
}

function digest(folder, describe) {
  const lines = [...sourceFiles(folder)].map((file) => `${relative(folder, file)}\0${describe(file)}`);
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex");
}

/** Changes with every edit, and sometimes without one: a checkout touches files. Cheaper to compute than their contents. */
const surfaceOf = (folder) =>
  digest(folder, (file) => {
    const { size, mtimeMs } = statSync(file);
    return `${size} ${mtimeMs}`;
  });

/** Name of the build of the present sources. Equal contents build equal output. */
const nameOf = (folder) =>
  digest(folder, (file) => createHash("sha256").update(readFileSync(file)).digest("hex")).slice(0, 16);

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Owned by another user.
    return error.code === "EPERM";
  }
}

/**
 * The builds in an installation.
 *
 * @param folder contains `package.json`
 */
export function buildsOf(folder = root) {
  const dist = join(folder, "dist");
  const pointer = join(dist, "current");
  const list = () => (existsSync(dist) ? readdirSync(dist) : []);

  const readPointer = () => {
    try {
      return JSON.parse(readFileSync(pointer, "utf8"));
    } catch {
      return null;
    }
  };

  const point = (name, surface) => {
    const draft = `${pointer}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ build: name, surface }));
    renameSync(draft, pointer);
    const now = new Date();
    utimesSync(join(dist, name), now, now);
  };

  const isUsed = (name) => {
    const processes = join(dist, name, "processes");
    return existsSync(processes) && readdirSync(processes).some((pid) => isRunning(Number(pid)));
  };

  /** Renamed first: a build that is removed halfway must not be found. */
  const remove = (name) => {
    const draft = join(dist, `${name}.${process.pid}`);
    renameSync(join(dist, name), draft);
    rmSync(draft, { recursive: true });
  };

  return {
    /**
     * Folder of the build of the present sources, or null if it has to be built. Without sources, as in a distribution, that of the
     * latest build.
     */
    current: () => {
      const latest = readPointer();
      const isBuilt = (name) => existsSync(join(dist, name));
      const isLatestBuilt = latest !== null && isBuilt(latest.build);
      if (!existsSync(join(folder, "src"))) return isLatestBuilt ? join(dist, latest.build) : null;
      const surface = surfaceOf(folder);
      if (isLatestBuilt && latest.surface === surface) return join(dist, latest.build);
      const name = nameOf(folder);
      if (!isBuilt(name)) return null;
      try {
        point(name, surface);
      } catch {
        // An installation that is read-only for this user: contents are read at each start.
      }
      return join(dist, name);
    },

    /** Keeps a build until this process ends. */
    markUsed: (build) => {
      const mark = join(build, "processes", String(process.pid));
      try {
        writeFileSync(mark, "");
        process.once("exit", () => rmSync(mark, { force: true }));
      } catch {
        // An installation that is read-only for this user, which removes no builds.
      }
    },

    /** An empty folder for a build of the present sources. */
    createDraft: () => {
      const name = nameOf(folder);
      const draft = join(dist, `${name}.${process.pid}`);
      rmSync(draft, { recursive: true, force: true });
      mkdirSync(join(draft, "processes"), { recursive: true });
      return { name, draft };
    },

    /**
     * Makes a complete draft the current build. Discards it if a source has changed since it began, or if another process has built the
     * same sources meanwhile.
     */
    publish: ({ name, draft }) => {
      const surface = surfaceOf(folder);
      const isCurrent = nameOf(folder) === name;
      if (isCurrent && !existsSync(join(dist, name))) renameSync(draft, join(dist, name));
      else rmSync(draft, { recursive: true });
      if (isCurrent) point(name, surface);
    },

    /** Removes builds that are neither recent nor used, and drafts of ended processes. */
    removeOld: () => {
      const abandoned = list().filter((name) => !isRunning(Number(DRAFT.exec(name)?.[1] ?? process.pid)));
      for (const name of abandoned) rmSync(join(dist, name), { recursive: true, force: true });
      const latestFirst = list()
        .filter((name) => BUILD.test(name))
        .map((name) => ({ name, time: statSync(join(dist, name)).mtimeMs }))
        .sort((one, other) => other.time - one.time);
      for (const { name } of latestFirst.slice(KEPT_BUILDS + 1)) if (!isUsed(name)) remove(name);
    },
  };
}
