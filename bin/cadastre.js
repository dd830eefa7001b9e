#!/usr/bin/env node
/** The `cadastre` command: builds what is missing or stale, then runs it. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isStale } from "../scripts/buildState.js";

if (isStale()) {
  // In a process of its own: the memory that a build takes (half a gigabyte) would stay with a server. What it says
  // goes to the standard error, since the output of a command may be data.
  const build = fileURLToPath(new URL("../scripts/build.js", import.meta.url));
  const { status } = spawnSync(process.execPath, [build, "--if-stale"], { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
await import("../dist/cadastre.js");
