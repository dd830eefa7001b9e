/**
 * Where tests keep what lasts no longer than they do. The engine makes and removes files by the ten thousand, which a
 * file system on a disk takes half of the time of its tests for (`npm test` with TMPDIR set and without), so that
 * they lie in memory where a machine has it to spare.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";

const MEMORY_DISK = "/dev/shm";
const PREFIX = "cadastre-tests-";
/** Of a complete run, several times over. */
const ROOM = 6_000_000_000;

/** Makes temporary files of this process, and of all that it starts, lie in memory. Whoever has set TMPDIR has chosen. */
export function chooseScratchFolder(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  removeAbandoned();
  const folder = path.join(MEMORY_DISK, PREFIX + process.pid);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  process.env.TMPDIR = folder;
  // Once everything that was started has ended.
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
      // Tests run programs that they have put there.
      !mounted[3]?.split(",").includes("noexec") &&
      bavail * bsize >= ROOM &&
      // The tests themselves take some, beside what they keep.
      Number(available) * 1_024 >= 2 * ROOM
    );
  } catch {
    return false;
  }
}

/** Folders of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY_DISK)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) {
      try {
        rmSync(path.join(MEMORY_DISK, name), { recursive: true, force: true });
      } catch {
        // Somebody else's, who removes it.
      }
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
