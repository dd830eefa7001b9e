/** The recipe of docs/operators/chain.md, as it is typed. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { EVM_NODE_MISSING, evmNodeBinary } from "../support/evmNode";
import { freePort } from "../support/freePort";
import { hangLimits } from "../support/hangLimits";
import { inherited, root } from "../support/product";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";

describe.skipIf(missing !== "")("the recipe for a local node", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-recipe-"));
  let shell: ChildProcess | undefined;
  afterAll(async () => {
    const group = shell?.pid;
    if (group !== undefined) {
      // The shell with the node and the server, which ends after it has closed its stores.
      const isRunning = (signal: NodeJS.Signals | 0) => {
        try {
          return process.kill(-group, signal);
        } catch {
          return false;
        }
      };
      isRunning("SIGTERM");
      await vi.waitUntil(() => !isRunning(0), { timeout: hangLimits.state });
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it("ends with the figures of a token of one's own", async () => {
    const text = readFileSync(path.join(root, "docs/operators/chain.md"), "utf8");
    const recipe = /## Try it on a local node\n.*?```sh\n(.*?)```/s.exec(text)?.[1] ?? "";
    const [port, nodePort] = [await freePort(), await freePort()];
    const typed = recipe
      // Installed before the tests.
      .replace("npm ci\n", "")
      .replace("npm ci --prefix tests/support/evmProgram\n", "")
      .replaceAll("8545", String(nodePort))
      .replaceAll("my-catalog", path.join(folder, "catalog"))
      .replaceAll("my-data", path.join(folder, "data"));
    shell = spawn("bash", ["-e", "-c", typed], {
      cwd: root,
      env: { ...inherited, PORT: String(port) },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [shell.stdout, shell.stderr]) {
      stream?.on("data", (bytes) => {
        output += bytes;
      });
    }
    const page = async (query: string) => {
      if (shell?.exitCode !== null) return "The recipe has ended.";
      const response = await fetch(`http://127.0.0.1:${port}/assets/my-fund${query}`).catch(() => null);
      return response?.ok ? response.text() : "";
    };
    const limit = { timeout: hangLimits.state, interval: 500 };
    await expect.poll(() => page(""), limit).toMatch(/Local node ledger|The recipe has ended/);
    // Mints of 1,000 to 29,000 or 30,000, less four burns of 500.
    const supply = /433,000|463,000|The recipe has ended/;
    await expect.poll(() => page("?explain=total_supply_token"), limit).toMatch(supply);
    expect(shell.exitCode, output).toBe(null);
  });
});
