/**
 * Whether lists and objects of parsed JSON are nested deeper than so many levels. A parser reads any depth; what walks a value
 * by recursion, `JSON.stringify` included, fails on ten thousand.
 */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}
