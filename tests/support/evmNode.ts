/** A real EVM node (anvil) on loopback, whose blocks and times are set by tests. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { missingProgram } from "./externalPrograms";
import { freePort } from "./freePort";
import { hangLimits } from "./hangLimits";

const folder = path.join(import.meta.dirname, "evmProgram");
const architecture = process.arch === "x64" ? "amd64" : process.arch;
const binary = path.join(
  folder,
  `node_modules/@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`,
);

/** The skip message if `evmNodeBinary` is null. */
export const EVM_NODE_MISSING =
  "no EVM node: it is installed from the npm registry by `npm ci --prefix tests/support/evmProgram`";

/** The program of the node, installed on first use at the version of its lock file, or null. */
export async function evmNodeBinary(): Promise<string | null> {
  const lock = path.join(folder, ".installing");
  // While another process installs it, the file exists before it is complete.
  while (!existsSync(binary) || existsSync(lock)) {
    if (!takeLock(lock)) {
      await wait(200);
      continue;
    }
    try {
      if (existsSync(binary)) continue;
      const installed = spawnSync(
        "npm",
        ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"],
        {
          encoding: "utf8",
        },
      );
      if (installed.status !== 0 || !existsSync(binary)) {
        return missingProgram(`${EVM_NODE_MISSING}: ${installed.stderr}`);
      }
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return binary;
}

/** One process installs, others wait. The lock of a killed process ends with its age. */
function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    try {
      if (Date.now() - statSync(lock).mtimeMs > hangLimits.hook)
        rmSync(lock, { recursive: true, force: true });
    } catch {
      // It has been removed meanwhile.
    }
    return false;
  }
}

export interface EvmNode {
  url: string;
  /** Calls a method, and throws for an error. */
  rpc<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>;
  /** The same for several calls in one request. */
  rpcBatch(calls: readonly { method: string; params: readonly unknown[] }[]): Promise<unknown[]>;
  stop(): Promise<void>;
}

/**
 * Starts a node without blocks but the first, which mines on request only.
 * @param chainId EIP-155 id of its network
 */
export async function startEvmNode({ chainId = 31_337 }: { chainId?: number } = {}): Promise<EvmNode> {
  const program = await evmNodeBinary();
  if (program === null) throw new Error(EVM_NODE_MISSING);
  const port = await freePort();
  const flags = [
    ["--port", String(port)],
    ["--chain-id", String(chainId)],
    // Osaka limits a transaction to 2^24 units of gas.
    ["--hardfork", "cancun"],
    ["--gas-limit", "2000000000"],
    ["--base-fee", "0"],
    ["--gas-price", "0"],
    ["--accounts", "2"],
    ["--timestamp", "1735689600"],
    ["--no-mining"],
    ["--silent"],
  ].flat();
  const server = spawn(program, flags, { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  let nextId = 1;
  const post = async (body: unknown): Promise<unknown> => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const rpcBatch = async (calls: readonly { method: string; params: readonly unknown[] }[]) => {
    const requests = calls.map((call) => ({ jsonrpc: "2.0", id: nextId++, ...call }));
    const answers = (await post(requests)) as { result?: unknown; error?: { message: string } }[];
    return answers.map(({ result, error }) => {
      if (error !== undefined) throw new Error(error.message);
      return result;
    });
  };
  while (server.exitCode === null) {
    try {
      await rpcBatch([{ method: "eth_chainId", params: [] }]);
      break;
    } catch {
      await wait(50);
    }
  }
  if (server.exitCode !== null) throw new Error(`The node ended with ${server.exitCode}.`);
  return {
    url,
    rpcBatch,
    rpc: async <T>(method: string, params: readonly unknown[] = []) =>
      (await rpcBatch([{ method, params }]))[0] as T,
    stop: async () => {
      server.kill("SIGKILL");
      await ended;
    },
  };
}
