/**
 * Builds the product: `dist/web` (the web application) and `dist/cadastre.js` (commands and server). `node
 * scripts/build.js` always builds; `--if-stale` builds only if a source file has changed since the last build.
 */
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { asProduction } from "./asProduction.js";
import { acquireBuildLock } from "./buildLock.js";
import { dist, isStale, removeStamp, root, sourceStamp, writeStamp } from "./buildState.js";
import { filesSince, filesUnder, removeFormer } from "./formerFiles.js";
import { importCircle } from "./importCircle.js";
import { requireDeclaredImports } from "./runtimeImports.js";

const entry = join(root, "src/cli/main.ts");
/** Modules that a command loads once it runs; `dist/cadastre.js` itself only contains the help. */
const commands = join(dist, "commands");
const migrations = join(root, "src/stores/postgres/migrations");

const sourceList = /\/src\/ingest\/scheduledSources\.gen\.ts$/;

const isSourceDescription = (id, modules) =>
  sourceList.test(id) || modules.getModuleInfo(id)?.importers.some((importer) => sourceList.test(importer));

/** Packages with two used functions, which would load hundreds of modules at every start. */
const bundled = new Set(["viem/utils"]);

/** @param made hash of the build's sources, by which clients distinguish its responses from those of another build */
async function buildCommands(made) {
  if (!existsSync(entry)) return;
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: { cadastre: entry },
    platform: "node",
    tsconfig: true,
    transform: { define: { CADASTRE_BUILD: JSON.stringify(made.slice(0, 16)) } },
    external: (id) => !/^[./#]/.test(id) && !bundled.has(id),
    // Importing a room's index would load the full room. Our modules and their imports have no side effects, so
    // unused ones are removed.
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.write({
    dir: dist,
    format: "esm",
    sourcemap: true,
    chunkFileNames: "commands/[name]-[hash].js",
    // Every command reads settings, and so the descriptions of sources, but not the code that reads these sources.
    codeSplitting: {
      groups: [
        {
          name: (id, modules) => (isSourceDescription(id, modules) ? "sources" : null),
          debugName: "sources",
        },
      ],
    },
  });
  await bundle.close();
  requireDeclaredImports(output);
  // The people store reads its migrations from its own folder.
  await cp(migrations, join(commands, "migrations"), { recursive: true });
}

/**
 * The template of new people stores (src/stores/postgres/emptyCluster.ts). It depends on the version of the engine
 * and on the migrations only, and so outlives a build.
 */
async function makeEmptyCluster() {
  const engine = join(root, "node_modules/@electric-sql/pglite");
  const { version } = JSON.parse(await readFile(join(engine, "package.json"), "utf8"));
  const { entries } = JSON.parse(await readFile(join(migrations, "meta/_journal.json"), "utf8"));
  const file = join(dist, `emptyCluster-${version}-${entries.at(-1).when}.tar.gz`);
  if (await isNewerThan(file, migrations)) return;
  for (const name of await readdir(dist)) if (name.startsWith("emptyCluster-")) await rm(join(dist, name));
  const { PGlite } = await import("@electric-sql/pglite");
  const { drizzle } = await import("drizzle-orm/pglite");
  const { migrate } = await import("drizzle-orm/pglite/migrator");
  const client = await PGlite.create("memory://");
  await migrate(drizzle({ client }), { migrationsFolder: migrations });
  // Otherwise each copy would replay the log of the migrations when it starts.
  await client.exec("CHECKPOINT");
  const archive = await client.dumpDataDir("gzip");
  await client.close();
  await writeFile(`${file}.draft`, Buffer.from(await archive.arrayBuffer()));
  await rename(`${file}.draft`, file);
}

/** Whether a file exists and is newer than all files of a folder. */
async function isNewerThan(file, folder) {
  if (!existsSync(file)) return false;
  const { mtimeMs } = await stat(file);
  for (const source of filesUnder(folder)) if ((await stat(source)).mtimeMs > mtimeMs) return false;
  return true;
}

const compressible = new Set([".js", ".css", ".svg", ".html", ".json", ".txt", ".xml", ".webmanifest"]);

/** Writes a `.br` and a `.gz` next to every compressible text file, so that serving needs no compression. */
async function compressAssets(folder, began) {
  const brotli = promisify(brotliCompress);
  const deflate = promisify(gzip);
  const compress = async (file) => {
    const content = await readFile(file);
    if (content.length < 1024) return;
    await Promise.all([
      brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }).then((data) =>
        writeFile(`${file}.br`, data),
      ),
      deflate(content, { level: 9 }).then((data) => writeFile(`${file}.gz`, data)),
    ]);
  };
  // Node compresses as many files at once as it has threads.
  await Promise.all(
    filesSince(folder, began)
      .filter((file) => compressible.has(extname(file)))
      .map(compress),
  );
}

/** Fails if a page refers to a file that the browser build did not write. */
async function checkAssets(began) {
  const missing = new Set();
  for (const file of filesSince(join(dist, "web/server"), began)) {
    if (!file.endsWith(".js")) continue;
    for (const [path] of (await readFile(file, "utf8")).matchAll(
      // Includes the quote: "./_build/…" is part of the rendering bundle.
      /(?<=["'`(])\/_build\/[\w.-]+\.(?:js|css|woff2|svg|png)/g,
    )) {
      if (!existsSync(join(dist, "web/client", path))) missing.add(path);
    }
  }
  if (missing.size > 0) throw new Error(`Pages name files that were not built: ${[...missing].join(", ")}`);
}

/**
 * Fails on scripts that import each other in a circle: a class could run before the one that it extends, and whole
 * pages would fail.
 */
async function checkScripts(began) {
  const imports = new Map();
  for (const file of filesSince(join(dist, "web/client"), began)) {
    if (!file.endsWith(".js")) continue;
    const code = await readFile(file, "utf8");
    const names = code.matchAll(/\b(?:import|from)\s*["']\.\/([\w.~-]+\.js)["']/g);
    imports.set(basename(file), new Set([...names].map(([, name]) => name)));
  }
  const circle = importCircle(imports);
  if (circle !== null) throw new Error(`Scripts of the browser load each other: ${circle.join(" → ")}`);
}

/** Fails the build if a page imports a package that is missing in an installation without development dependencies. */
const declaredImports = {
  name: "cadastre:declared-imports",
  applyToEnvironment: ({ name }) => name === "ssr",
  generateBundle: (_, bundle) => requireDeclaredImports(Object.values(bundle)),
};

/** Builds everything, even if nothing has changed. */
async function build({ quiet }) {
  const stamp = sourceStamp();
  const began = Date.now();
  removeStamp();
  const vite = await import("vite").catch((cause) => {
    throw new Error("Building needs the development dependencies. Run `npm ci` without `--omit=dev`.", {
      cause,
    });
  });
  await asProduction(async () => {
    const plugins = [declaredImports];
    const builder = await vite.createBuilder({ root, plugins, logLevel: quiet ? "warn" : "info" });
    await builder.buildApp();
  });
  await checkAssets(began);
  await checkScripts(began);
  await Promise.all([
    compressAssets(join(dist, "web/client"), began),
    buildCommands(stamp.content),
    makeEmptyCluster(),
  ]);
  removeFormer({ root: dist, folders: [join(dist, "web"), commands], began });
  writeStamp(stamp);
}

/** Runs work while no other process builds. */
async function withBuildLock(work) {
  await mkdir(dist, { recursive: true });
  const release = await acquireBuildLock(dist, {
    onWait: () => process.stderr.write("Waiting for another process that is building\n"),
  });
  try {
    return await work();
  } finally {
    release();
  }
}

/** Builds if the output is stale. Of several processes that start at once, one builds and the others wait for it. */
async function buildIfStale() {
  if (!isStale()) return;
  await withBuildLock(async () => {
    if (!isStale()) return;
    process.stderr.write("Building, since this is the first run or the sources changed\n");
    await build({ quiet: true });
  });
}

if (process.argv.includes("--if-stale")) await buildIfStale();
else await withBuildLock(() => build({ quiet: false }));
