/**
 * The temporary folder of tests. The engine creates and removes files by the ten thousand, which takes half of the
 * time of its tests on a disk (`npm test` with TMPDIR set and without), so they are stored in memory if a machine has
 * enough.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";

const MEMORY_DISK = "/dev/shm";
const PREFIX = "cadastre-tests-";
/** Enough for several complete runs. */
const ROOM = 6_000_000_000;

/** Stores temporary files of this process, and of all that it starts, in memory. Does nothing if TMPDIR is set. */
export function chooseScratchFolder(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  removeAbandoned();
  const folder = path.join(MEMORY_DISK, PREFIX + process.pid);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  process.env.TMPDIR = folder;
  // After all started processes have ended.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

function hasRoom(): boolean {
  try {
    const mounted = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .find(([, at]) => at === MEMORY_DISK);
    const available = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1];
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return (
      mounted?.[2] === "tmpfs" &&
      // Tests run programs from there.
      !mounted[3]?.split(",").includes("noexec") &&
      bavail * bsize >= ROOM &&
      // The tests themselves need some memory beyond their files.
      Number(available) * 1_024 >= 2 * ROOM
    );
  } catch {
    return false;
  }
}

/** Removes folders of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY_DISK)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) {
      try {
        rmSync(path.join(MEMORY_DISK, name), { recursive: true, force: true });
      } catch {
        // Owned by another user, who removes it.
      }
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Owned by another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
