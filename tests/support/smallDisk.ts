/** A disk that a test may fill: a small file system in memory, if this process may mount one. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export interface SmallDisk {
  folder: string;
  /** Takes all free space. */
  fill(): void;
  /** Releases it. */
  free(): void;
  remove(): void;
}

/** The skip message if `mountSmallDisk` returns null. */
export const MOUNT_MISSING = "only root on Linux can mount a small disk to fill";

/** @returns null if nothing can be mounted */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "cadastre-test", folder], {
      stdio: "ignore",
    });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const filler = path.join(folder, "filler");
  return {
    folder,
    fill: () => {
      const file = openSync(filler, "a");
      for (const size of [1_048_576, 4_096]) writeUntilFull(file, Buffer.alloc(size, 1));
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      execFileSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    while (writeSync(file, chunk) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
