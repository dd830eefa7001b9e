/**
 * Builds the product, unless there is a build of the present sources: `web` (the web application), `cadastre.js` (the command line with its
 * help) and `commands` (what a command loads once it runs). Removes builds that are no longer needed. `--quiet` prints no list of files.
 */
import { existsSync } from "node:fs";
import { cp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { buildsOf, filesUnder, root } from "./builds.js";
import { requireAssets, requireDeclaredImports, requireNoCircle } from "./bundleChecks.js";

// Also if a test or a development server starts the build.
process.env.NODE_ENV = "production";

const entry = join(root, "src/cli/main.ts");
/** Started in threads, from a file of their own. */
const threads = { ledgerReader: join(root, "src/ingest/chain/readerWorker.ts") };
const dist = join(root, "dist");
const migrations = join(root, "src/stores/postgres/migrations");

const sourceList = /\/src\/ingest\/scheduledSources\.gen\.ts$/;

const isSourceDescription = (id, modules) =>
  sourceList.test(id) || modules.getModuleInfo(id)?.importers.some((importer) => sourceList.test(importer));

/** Packages with two used functions, which would load hundreds of modules at every start. */
const bundled = new Set(["viem/utils"]);

/** @param name of the build, by which clients distinguish its responses from those of another build */
async function buildCommands(folder, name) {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: { cadastre: entry, ...threads },
    platform: "node",
    tsconfig: true,
    transform: { define: { CADASTRE_BUILD: JSON.stringify(name) } },
    external: (id) => !/^[./#]/.test(id) && !bundled.has(id),
    // Importing a room's index would load the full room. Our modules and their imports have no side effects, so
    // unused ones are removed.
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    sourcemap: true,
    chunkFileNames: "commands/[name]-[hash].js",
    // Every command reads settings, and so the descriptions of sources, but not the code that reads these sources. It
    // looks for the server of a data folder, but does not open stores.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: "dataFolder", test: /[\\/]src[\\/]stores[\\/]folder[\\/]/ },
        { name: "marketStore", test: /[\\/]src[\\/]stores[\\/]clickhouse[\\/]/ },
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
  await cp(migrations, join(folder, "commands/migrations"), { recursive: true });
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
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, Buffer.from(await archive.arrayBuffer()));
  await rename(draft, file);
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
async function compressAssets(folder) {
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
  await Promise.all([...filesUnder(folder)].filter((file) => compressible.has(extname(file))).map(compress));
}

/** Checks each bundle of the web application. */
const bundleChecks = {
  name: "cadastre:bundle-checks",
  generateBundle(_, bundle) {
    const check = this.environment.name === "ssr" ? requireDeclaredImports : requireNoCircle;
    check(Object.values(bundle));
  },
};

async function buildWeb(outDir) {
  const vite = await import("vite").catch((cause) => {
    throw new Error("Building needs the development dependencies. Run `npm ci` without `--omit=dev`.", {
      cause,
    });
  });
  const builder = await vite.createBuilder({
    root,
    plugins: [bundleChecks],
    build: { outDir },
    logLevel: process.argv.includes("--quiet") ? "warn" : "info",
  });
  await builder.buildApp();
  requireAssets(outDir);
}

const builds = buildsOf();
// Again if a source changes during the build.
while (builds.current() === null) {
  process.stderr.write("Building, since there is no build of these sources\n");
  const build = builds.createDraft();
  const web = join(build.draft, "web");
  await buildWeb(web);
  await Promise.all([
    compressAssets(join(web, "client")),
    buildCommands(build.draft, build.name),
    makeEmptyCluster(),
  ]);
  builds.publish(build);
  builds.removeOld();
}
