import { screens } from "#domain/screens";

const patterns = screens.flatMap(({ path }) => (path === null || path.endsWith("*") ? [] : [path]));
const exact = new Set(patterns.filter((pattern) => !pattern.includes(":")));
const wild = patterns
  .filter((pattern) => pattern.includes(":"))
  .map((pattern) => ({ pattern, matches: new RegExp(`^${pattern.replace(/:\w+/, "[^/]+")}$`) }));

/** The path of the screen at a path, with `:slug` for the part that names an entity; else the path itself. */
export function screenOf(path: string): string {
  if (exact.has(path)) return path;
  return wild.find(({ matches }) => matches.test(path))?.pattern ?? path;
}

/** The shape of a URL: its screen and the names of its query parameters. */
export function addressShape({ pathname, searchParams }: URL): string {
  const names = [...new Set(searchParams.keys())].toSorted();
  return screenOf(pathname) + (names.length === 0 ? "" : `?${names.join("&")}`);
}

/** Whether a URL is a file to fetch rather than a page to open. */
export const isFile = ({ pathname }: URL): boolean =>
  /^\/(api|export)\//.test(pathname) || /\.\w+$/.test(pathname);
