import { spawn } from "node:child_process";

/**
 * Runs a script in a process of its own, which `strikeAt` kills at a statement that matches `killAt`.
 * @returns what it printed; null when it was killed.
 */
export function runKilled(script: string, args: readonly string[], killAt?: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const { CADASTRE_TEST_KILL_AT: _, ...env } = process.env;
    const child = spawn(process.execPath, ["--import", "tsx", script, ...args], {
      env: killAt === undefined ? env : { ...env, CADASTRE_TEST_KILL_AT: killAt },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let error = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      error += chunk.toString();
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (signal === "SIGKILL") resolve(null);
      else if (code === 0) resolve(out);
      else reject(new Error(`${script} ended with ${code}: ${error}`));
    });
  });
}
