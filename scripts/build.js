/**
 * Builds what runs: `dist/web` (the web application) and `dist/cadastre.js`
 * (commands and server). `node scripts/build.js` always builds;
 * `ensureBuilt()` builds only when a source file changed since the last build.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const stampFile = join(dist, "stamp");
const sources = [
  "src",
  "public",
  "scripts/build.js",
  "vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
const entry = join(root, "src/cli/main.ts");

const isSource = (file) => !/\.(test|test-d|bench)\.tsx?$|\.gen\.ts$/.test(file);

async function* filesUnder(path) {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  for (const entry of entries) if (entry.isFile()) yield join(entry.parentPath, entry.name);
}

/** A digest of every source file by name and content: equal digests build equal output. */
async function sourceDigest() {
  const files = [];
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    if (extname(path) === "") for await (const file of filesUnder(path)) files.push(file);
    else files.push(path);
  }
  const digest = createHash("sha256");
  for (const file of files.filter(isSource).sort()) {
    digest
      .update(relative(root, file))
      .update("\0")
      .update(await readFile(file))
      .update("\0");
  }
  return digest.digest("hex");
}

async function buildCommands() {
  if (!existsSync(entry)) return;
  const { build } = await import("esbuild");
  await build({
    entryPoints: [entry],
    outfile: join(dist, "cadastre.js"),
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
  // The people store reads its migrations from beside itself.
  await cp(join(root, "src/stores/postgres/migrations"), join(dist, "migrations"), { recursive: true });
}

const compressible = new Set([".js", ".css", ".svg", ".html", ".json", ".txt", ".xml", ".webmanifest"]);

/** Puts a `.br` and a `.gz` beside every text file worth it, so that serving costs no compression. */
async function compressAssets(folder) {
  const brotli = promisify(brotliCompress);
  const deflate = promisify(gzip);
  for await (const file of filesUnder(folder)) {
    if (!compressible.has(extname(file))) continue;
    const content = await readFile(file);
    if (content.length < 1024) continue;
    await Promise.all([
      brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }).then((data) =>
        writeFile(`${file}.br`, data),
      ),
      deflate(content, { level: 9 }).then((data) => writeFile(`${file}.gz`, data)),
    ]);
  }
}

/** A page that names a file which the browser build did not make would be shown without it. */
async function checkAssets() {
  const missing = new Set();
  for await (const file of filesUnder(join(dist, "web/server"))) {
    if (!file.endsWith(".js")) continue;
    for (const [path] of (await readFile(file, "utf8")).matchAll(
      // With the quote before it: "./_build/…" is the rendering bundle's own part.
      /(?<=["'`(])\/_build\/[\w.-]+\.(?:js|css|woff2|svg|png)/g,
    )) {
      if (!existsSync(join(dist, "web/client", path))) missing.add(path);
    }
  }
  if (missing.size > 0) throw new Error(`Pages name files that were not built: ${[...missing].join(", ")}`);
}

/** Builds everything, whether or not anything changed. */
export async function build({ quiet = false } = {}) {
  const digest = await sourceDigest();
  const vite = await import("vite").catch((cause) => {
    throw new Error("Building needs the development dependencies. Run `npm ci` without `--omit=dev`.", {
      cause,
    });
  });
  const builder = await vite.createBuilder({ root, logLevel: quiet ? "warn" : "info" });
  await builder.buildApp();
  await checkAssets();
  await compressAssets(join(dist, "web/client"));
  await buildCommands();
  await writeFile(stampFile, digest);
}

/** Whether the output is missing or made from other sources. A distribution without sources is never stale. */
export async function isStale() {
  if (!existsSync(join(root, "src"))) return false;
  if (!existsSync(stampFile)) return true;
  return (await readFile(stampFile, "utf8")) !== (await sourceDigest());
}

/**
 * Builds if the output is stale; of several processes that start at once, one builds and the others wait for it.
 *
 * @returns whether it built.
 */
export async function ensureBuilt({ quiet = true } = {}) {
  if (!(await isStale())) return false;
  const { default: lockfile } = await import("proper-lockfile");
  await mkdir(dist, { recursive: true });
  const release = await lockfile.lock(dist, {
    lockfilePath: join(dist, ".build.lock"),
    stale: 60_000,
    retries: { retries: 240, factor: 1, minTimeout: 500, maxTimeout: 500 },
  });
  try {
    if (!(await isStale())) return false;
    process.stderr.write("Building, since this is the first run or the sources changed\n");
    await build({ quiet });
    return true;
  } finally {
    await release();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
