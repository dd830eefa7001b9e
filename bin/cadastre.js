#!/usr/bin/env node
/** The `cadastre` command: builds what is missing or stale, then runs it. */
import { ensureBuilt } from "../scripts/build.js";

await ensureBuilt();
await import("../dist/cadastre.js");
