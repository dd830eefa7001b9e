#!/usr/bin/env node
/** The `cadastre` command: builds what is missing or stale, then runs it. */
import { isStale } from "../scripts/buildState.js";

if (isStale()) await (await import("../scripts/build.js")).ensureBuilt();
await import("../dist/cadastre.js");
