#!/usr/bin/env node
/** The `cadastre` command: builds what is missing or stale, then runs it. */

// Statements of the embedded engine, files and names of hosts share the threads of a process, four by default: a few
// long statements would keep a page from being read from the disk. Node looks at this once, before the first module is
// loaded in the background, so this file is one that is loaded at once (CommonJS).
process.env.UV_THREADPOOL_SIZE ??= "16";

async function run() {
  const { isStale } = await import("../scripts/buildState.js");
  if (isStale()) {
    const { spawnSync } = await import("node:child_process");
    // In a process of its own: the memory that a build takes (half a gigabyte) would stay with a server. What it says
    // goes to the standard error, since the output of a command may be data.
    const build = require.resolve("../scripts/build.js");
    const { status } = spawnSync(process.execPath, [build, "--if-stale"], { stdio: ["ignore", 2, 2] });
    if (status !== 0) process.exit(status ?? 1);
  }
  await import("../dist/cadastre.js");
}

run();
