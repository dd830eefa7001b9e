import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { rolldown } from "rolldown";

export interface KillableScript {
  /**
   * Runs the script in a separate process, which `strikeAt` kills at a statement that matches `killAt`.
   * @returns its output; null if it was killed
   */
  run(args: readonly string[], killAt?: string): Promise<string | null>;
  remove(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, "../../..");

/** Builds a script once, like commands: compiling all imports takes longer than most runs. */
export async function buildKillable(script: string): Promise<KillableScript> {
  // Beside the packages, which it loads.
  const cache = path.join(root, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, "killable-"));
  const bundle = await rolldown({
    input: script,
    platform: "node",
    tsconfig: path.join(root, "tsconfig.json"),
    external: (id) => !/^[./#]/.test(id),
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs" });
  await bundle.close();
  const built = path.join(folder, output[0].fileName);
  return {
    run: (args, killAt) => runKilled(built, args, killAt),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function runKilled(script: string, args: readonly string[], killAt?: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const { CADASTRE_TEST_KILL_AT: _, ...env } = process.env;
    const child = spawn(process.execPath, [script, ...args], {
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
      else
        reject(
          new Error(
            `${script} ${args.slice(0, 2).join(" ")} ended with ${code ?? signal} after ${JSON.stringify(out.slice(-60))}: ${error}`,
          ),
        );
    });
  });
}
