import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const module = fileURLToPath(new URL("./buildLock.js", import.meta.url));
let folder: string;
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-turn-"));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A process that acquires the lock, prints that it has, and releases it on a message. */
function builder() {
  const child = spawn(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `const { acquireBuildLock } = await import(${JSON.stringify(module)});
       const release = await acquireBuildLock(${JSON.stringify(folder)}, { onWait: () => console.log("waits") });
       console.log("builds");
       process.stdin.once("data", () => { release(); console.log("released"); process.stdin.destroy(); });`,
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  children.push(child);
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  return {
    child,
    says: async (word: string) => {
      while (!said.includes(word)) await once(child.stdout, "data");
    },
    said: () => said,
  };
}

describe("the build lock", () => {
  it("is acquired once the other process has built", async () => {
    const first = builder();
    await first.says("builds");
    const second = builder();
    await second.says("waits");
    expect(second.said()).not.toContain("builds");
    first.child.stdin?.write("release\n");
    await second.says("builds");
  });

  it("is released when its process is killed", async () => {
    const first = builder();
    await first.says("builds");
    const second = builder();
    await second.says("waits");
    first.child.kill("SIGKILL");
    await second.says("builds");
  });
});
