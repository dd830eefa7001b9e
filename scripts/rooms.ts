import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

/** The rooms of the application (folders of `src`) from the bottom up, with the rooms that each may import. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  stores: ["domain"],
  market: ["domain", "stores"],
  ingest: ["domain", "stores", "market"],
  accounts: ["domain", "stores"],
  api: ["domain", "stores", "market", "ingest", "accounts"],
  web: ["domain", "api"],
  server: ["domain", "stores", "market", "ingest", "accounts", "api"],
  cli: ["domain", "stores", "market", "ingest", "accounts", "api", "server"],
};

/** Rooms with an index file in each folder (`#domain/metrics`) instead of one for all, so that imports say what is used. */
export const roomsByFolder: readonly string[] = ["domain", "accounts"];

/**
 * The import specifiers of each file of `src`, including types, re-exports and dynamic imports.
 *
 * @param root folder of the project
 * @returns sources by path from the root
 */
export function readImports(root: string): Map<string, string[]> {
  const files = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => path.posix.join("src", ...file.split(path.sep)))
      .map((file) => [file, importsIn(file, readFileSync(path.join(root, file), "utf8"))]),
  );
}

export function importsIn(file: string, text: string): string[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const exported = module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest));
  const onDemand = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end));
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...exported.flatMap((request) => (request == null ? [] : [request.value])),
    ...onDemand.flatMap((source) => source.match(/^["'`]([^"'`$]+)["'`]$/)?.[1] ?? []),
  ];
}

/**
 * Imports that go upwards, sideways, or into a room past its index files (`#room` or
 * `#room/folder`). Tests may import from
 * `tests`.
 *
 * @param imports by file, as returned by `readImports`
 * @returns a sentence for each
 */
export function brokenRoomRules(imports: ReadonlyMap<string, readonly string[]>): string[] {
  return [...imports].flatMap(([file, sources]) => {
    const room = roomOf(file);
    if (room === undefined) return [];
    const isTest = /\.test\.tsx?$/.test(file);
    return sources.flatMap((source) => {
      if (isTest && /^(\.\.\/)+tests\//.test(source)) return [];
      const door = doorRoom(source);
      const entered = door ?? roomOfSource(file, room, source);
      if (entered === room && door === undefined) return [];
      if (entered === room) return [`${file}: inside ${room} paths are relative, not "${source}"`];
      if (entered === undefined || door === undefined)
        return [`${file}: enter a room through its door, not by "${source}"`];
      return rooms[room]?.includes(entered) ? [] : [`${file}: ${room} may not enter ${entered}`];
    });
  });
}

/** The room that a source enters through an index file of it; undefined for any other source. */
function doorRoom(source: string): string | undefined {
  const [, room = "", folder] = source.match(/^#(\w+)(?:\/(\w+))?$/) ?? [];
  if (!(room in rooms)) return undefined;
  return (folder !== undefined) === roomsByFolder.includes(room) ? room : undefined;
}

/**
 * Imports between folders of rooms, except between a folder and its subfolders, which may
 * use its shared files. Index files and tests do not count.
 *
 * @param imports by file, as returned by `readImports`
 */
export function folderImports(imports: ReadonlyMap<string, readonly string[]>): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const [file, sources] of imports) {
    if (/(\/index|\.test|\.gen)\.tsx?$/.test(file)) continue;
    const folder = path.posix.dirname(file);
    const imported = folders.get(folder) ?? new Set();
    folders.set(folder, imported);
    for (const source of sources.filter((one) => one.startsWith("."))) {
      const other = path.posix.dirname(path.posix.join(folder, source));
      if (!`${other}/`.startsWith(`${folder}/`) && !`${folder}/`.startsWith(`${other}/`)) imported.add(other);
    }
  }
  return folders;
}

/** The room of a source; that of the file itself for packages. */
function roomOfSource(file: string, room: string, source: string): string | undefined {
  if (source.startsWith("#")) return undefined;
  return source.startsWith(".") ? roomOf(path.posix.join(path.posix.dirname(file), source)) : room;
}

function roomOf(file: string): string | undefined {
  const room = file.match(/^src\/(\w+)(?:\/|$)/)?.[1];
  return room !== undefined && room in rooms ? room : undefined;
}
