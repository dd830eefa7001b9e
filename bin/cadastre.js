#!/usr/bin/env node
/** The `cadastre` command: rebuilds the product if it is missing or stale, then runs it. */

// Engine statements, file reads and DNS lookups share the threads of a process, four by default: a few long
// statements would block reading a page from the disk. Node reads this variable once, before the first module is
// loaded in the background, so this file is loaded synchronously (CommonJS).
process.env.UV_THREADPOOL_SIZE ??= "16";

const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

async function run() {
  const { buildsOf } = await import("../scripts/builds.js");
  const builds = buildsOf();
  let build = builds.current();
  // Again if a source changes during the build.
  while (build === null) {
    const { spawnSync } = await import("node:child_process");
    // In a separate process: a server would keep the memory of a build (half a gigabyte). The build logs to standard
    // error, since the output of a command may be data.
    const script = require.resolve("../scripts/build.js");
    const { status } = spawnSync(process.execPath, [script, "--quiet"], { stdio: ["ignore", 2, 2] });
    if (status !== 0) process.exit(status ?? 1);
    build = builds.current();
  }
  builds.markUsed(build);
  await import(pathToFileURL(join(build, "cadastre.js")).href);
}

run();
