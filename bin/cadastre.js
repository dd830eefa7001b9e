#!/usr/bin/env node
/** The `cadastre` command: rebuilds the product if it is missing or stale, then runs it. */

// Engine statements, file reads and DNS lookups share the threads of a process, four by default: a few long
// statements would block reading a page from the disk. Node reads this variable once, before the first module is
// loaded in the background, so this file is loaded synchronously (CommonJS).
process.env.UV_THREADPOOL_SIZE ??= "16";

async function run() {
  const { isStale } = await import("../scripts/buildState.js");
  if (isStale()) {
    const { spawnSync } = await import("node:child_process");
    // In a separate process: a server would keep the memory of a build (half a gigabyte). The build logs to standard
    // error, since the output of a command may be data.
    const build = require.resolve("../scripts/build.js");
    const { status } = spawnSync(process.execPath, [build, "--if-stale"], { stdio: ["ignore", 2, 2] });
    if (status !== 0) process.exit(status ?? 1);
  }
  await import("../dist/cadastre.js");
}

run();
