/**
 * A circle of files that import each other, or null.
 *
 * @param {ReadonlyMap<string, Iterable<string>>} imports the imports of each file, by name
 * @returns {string[] | null} the files in the order of their imports, the first again at the end
 */
export function importCircle(imports) {
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @type {(file: string) => string[] | null} */
  const walk = (file) => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    path.push(file);
    for (const imported of imports.get(file) ?? []) {
      const circle = walk(imported);
      if (circle !== null) return circle;
    }
    path.pop();
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = walk(file);
    if (circle !== null) return circle;
  }
  return null;
}
