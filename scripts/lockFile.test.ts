import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The parts of a `package-lock.json` entry that this check reads. */
interface LockedPackage {
  version?: string;
  resolved?: string;
  dev?: boolean;
  libc?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")) as {
  packages: Record<string, LockedPackage>;
};

/** Every folder in which Node resolves `name` for an import of the package at `path`. */
function candidates(path: string, name: string): string[] {
  const folders = [""];
  const parts = path.split("/node_modules/");
  for (let depth = 1; depth <= parts.length; depth += 1)
    folders.push(`${parts.slice(0, depth).join("/node_modules/")}/`);
  return folders.map((folder) => `${folder}node_modules/${name}`);
}

/**
 * `npm install` omits platform packages from the lock file that a registry did not have that day, and `npm ci` then
 * rejects the whole file, on every platform.
 */
test("the lock file lists the packages of every platform, so that `npm ci` accepts it", () => {
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !candidates(path, name).some((place) => place in lock.packages))
      .map((name) => `${path} → ${name}`),
  );
  expect(missing).toEqual([]);
});

test("packages for another C library are marked, so that no machine requests them in vain", () => {
  const unmarked = Object.entries(lock.packages).filter(
    ([path, { libc }]) => path.endsWith("-musl") && !libc,
  );
  expect(unmarked).toEqual([]);
});

test("the lock file names no registry host", () => {
  expect(Object.values(lock.packages).filter((entry) => entry.resolved !== undefined)).toEqual([]);
});

test("direct dependencies are pinned to exact versions", () => {
  const root = lock.packages[""] ?? {};
  const ranges = Object.entries({ ...root.dependencies, ...root.devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+/.test(version),
  );
  expect(ranges).toEqual([]);
});
