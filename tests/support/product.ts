/** The built product as a user runs it: a separate process, on a free port, in its own data folder. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "./freePort";
import { hangLimits } from "./hangLimits";
import { shortLived } from "./shortLived";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const command = [...shortLived, path.join(root, "bin/cadastre.js")];
const run = promisify(execFile);
/**
 * Vitest sets a BASE_URL of its own, and a NODE_ENV that selects React's development build. Data sets are written
 * only in tests that enable them: they keep a core busy. On a busy machine the engine needs many times as long for
 * the requests of visitors.
 */
const { NODE_ENV: _, ...environment } = process.env;
export const inherited = {
  ...environment,
  BASE_URL: "",
  // Settings of the developer's own installation do not apply.
  CADASTRE_SETTINGS: "off",
  DATA_SETS_HOUR: "off",
  DATABASE_SECONDS_PER_MINUTE: String(hangLimits.databaseSecondsPerMinute),
};

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a `cadastre` command. Resolves whatever its exit code. */
export async function cadastre(args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  try {
    const { stdout, stderr } = await run(process.execPath, [...command, ...args], {
      env: { ...inherited, LOG_LEVEL: "warn", ...env },
      maxBuffer: 64_000_000,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: number; stdout?: string; stderr?: string };
    return { code: code ?? -1, stdout: stdout ?? "", stderr: stderr ?? "" };
  }
}

export interface Product {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Its output so far. */
  output: () => string;
  /** Runs a command against the same data folder. */
  cadastre: (...args: string[]) => Promise<CommandResult>;
  /** Stops it with a signal. Resolves with its exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Kills it, since nothing needs to be saved, and removes its data folder. */
  remove: () => Promise<void>;
}

export interface StartOptions {
  env?: Record<string, string>;
  dataDir?: string;
  /** Waits until sample data is loaded. Default true; with SAMPLE_DATA=off there is nothing to wait for. */
  waitForSample?: boolean;
  /** Its standard input. Default: none. */
  input?: Readable;
}

/** Starts `cadastre serve` and waits until it responds. */
export async function startProduct({
  env = {},
  dataDir,
  waitForSample = true,
  input,
}: StartOptions = {}): Promise<Product> {
  const folder = dataDir ?? mkdtempSync(path.join(os.tmpdir(), "cadastre-product-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [...command, "serve"], {
    env: { ...inherited, LOG_LEVEL: "info", DATA_DIR: folder, PORT: String(port), ...env },
    stdio: [input ?? "ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const product: Product = {
    url,
    dataDir: folder,
    process: child,
    output: () => output,
    cadastre: (...args) => cadastre(args, { ...env, DATA_DIR: folder }),
    stop: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
    remove: async () => {
      await product.stop("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await untilReady(url, waitForSample && env.SAMPLE_DATA !== "off", () => {
      if (child.exitCode !== null) throw new Error(`the product ended at once:\n${output}`);
    });
  } catch (error) {
    // The caller's folder is not removed.
    await (dataDir === undefined ? product.remove() : product.stop());
    throw error;
  }
  return product;
}

/**
 * Waits until a product responds.
 * @param waitForSample also wait until sample data is loaded
 * @param look called between attempts
 */
export async function untilReady(
  url: string,
  waitForSample: boolean,
  look: () => void = () => {},
): Promise<void> {
  const deadline = Date.now() + hangLimits.hook;
  while (!(await isReady(url, waitForSample))) {
    look();
    if (Date.now() > deadline) throw new Error(`the product at ${url} did not become ready`);
    await wait(250);
  }
}

async function isReady(url: string, waitForSample: boolean): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/v4/status`);
    if (!response.ok) return false;
    const status = (await response.json()) as { has_sample: boolean; sample_progress: number | null };
    return !waitForSample || (status.has_sample && status.sample_progress === null);
  } catch {
    return false;
  }
}
