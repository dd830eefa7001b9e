#!/usr/bin/env node
/** The `cadastre` command: builds what is missing or stale, then runs it. */
import { ensureBuilt } from "../scripts/build.js";

const wantsPages = process.argv[2] === "serve" || process.argv[2] === undefined;
const isDevelopment = process.argv.includes("--dev");
await ensureBuilt({ web: wantsPages && !isDevelopment });
await import("../dist/cadastre.js");
