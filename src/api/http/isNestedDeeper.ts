/**
 * Whether lists and objects of parsed JSON are nested deeper than `levels`. The parser has no limit, but recursive
 * functions, including `JSON.stringify`, overflow the stack at about ten thousand levels.
 */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}
