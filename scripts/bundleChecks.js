/** Checks of the bundles of a build. Each throws an Error that names what is wrong. */
import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { filesUnder, root } from "./builds.js";

/** Imported by `serve --dev` only. */
const FOR_DEVELOPMENT = new Set(["vite"]);

/** The package of a specifier: `@scope/name` of `@scope/name/part`. */
const packageOf = (specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/**
 * @param output chunks and assets of one bundle, as returned by the bundler
 * @param dependencies `dependencies` of package.json
 * @returns names of imported packages that are not among the dependencies, sorted. This includes
 * transitive packages: they may not resolve from here, or in another version.
 */
export function undeclaredImports(output, dependencies) {
  const own = new Set(output.map(({ fileName }) => fileName));
  const specifiers = output.flatMap(({ imports = [], dynamicImports = [] }) => [
    ...imports,
    ...dynamicImports,
  ]);
  const packages = specifiers
    .filter((specifier) => !own.has(specifier) && !isBuiltin(specifier))
    .map(packageOf)
    .filter((name) => !FOR_DEVELOPMENT.has(name) && !Object.hasOwn(dependencies, name));
  return [...new Set(packages)].sort();
}

/** Packages that an installation without development dependencies lacks must not be imported. */
export function requireDeclaredImports(output) {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const undeclared = undeclaredImports(output, dependencies);
  if (undeclared.length > 0) {
    throw new Error(
      `Imported at run time, but not among the dependencies in package.json: ${undeclared.join(", ")}`,
    );
  }
}

/**
 * A circle of files that import each other, or null.
 *
 * @param {ReadonlyMap<string, Iterable<string>>} imports the imports of each file, by name
 * @returns {string[] | null} the files in the order of their imports, the first again at the end
 */
export function importCircle(imports) {
  const done = new Set();
  /** @type {(file: string, path: string[]) => string[] | null} */
  const walk = (file, path) => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const imported of imports.get(file) ?? []) {
      const circle = walk(imported, [...path, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = walk(file, []);
    if (circle !== null) return circle;
  }
  return null;
}

/**
 * Files of one bundle must not import each other in a circle: a class could run before the one that it extends, and whole
 * pages would fail.
 *
 * @param output as for `undeclaredImports`
 */
export function requireNoCircle(output) {
  const circle = importCircle(new Map(output.map(({ fileName, imports = [] }) => [fileName, imports])));
  if (circle !== null) throw new Error(`Scripts of the browser load each other: ${circle.join(" → ")}`);
}

/**
 * Pages must not refer to files that the browser build has not written.
 *
 * @param web folder of the built web application
 */
export function requireAssets(web) {
  const missing = new Set();
  for (const file of filesUnder(join(web, "server"))) {
    if (!file.endsWith(".js")) continue;
    for (const [path] of readFileSync(file, "utf8").matchAll(
      // Includes the quote: "./_build/…" is part of the rendering bundle.
      /(?<=["'`(])\/_build\/[\w.-]+\.(?:js|css|woff2|svg|png)/g,
    )) {
      if (!existsSync(join(web, "client", path))) missing.add(path);
    }
  }
  if (missing.size > 0) throw new Error(`Pages name files that were not built: ${[...missing].join(", ")}`);
}
