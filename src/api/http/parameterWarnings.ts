import { cutText, quoted, type Warning } from "#domain";

const MAX_WARNINGS = 20;

/** Warnings about unknown and repeated query parameters. */
export function parameterWarnings(search: URLSearchParams, known: readonly string[]): Warning[] {
  const counts = new Map<string, number>();
  for (const name of search.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const takes = known.length === 0 ? "this endpoint takes none" : `valid parameters: ${known.join(", ")}`;
  return [...counts].slice(0, MAX_WARNINGS).flatMap(([name, count]) => {
    const path = cutText(name, 100);
    if (!known.includes(name)) return [{ path, message: `unknown parameter ${quoted(name)}; ${takes}` }];
    return count > 1 ? [{ path, message: `${name} appears ${count} times; the first is used` }] : [];
  });
}
