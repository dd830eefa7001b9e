/**
 * Compares the packages imported by the built product with those of an installation without development dependencies.
 */
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { root } from "./buildState.js";

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

/** @throws Error if a bundle imports packages that are not among the `dependencies` of package.json */
export function requireDeclaredImports(output) {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const undeclared = undeclaredImports(output, dependencies);
  if (undeclared.length > 0) {
    throw new Error(
      `Imported at run time, but not among the dependencies in package.json: ${undeclared.join(", ")}`,
    );
  }
}
