/** A real PostgreSQL server on loopback, in a temporary folder. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { aptInstall, missingProgram } from "./externalPrograms";
import { freePort } from "./freePort";

export interface PostgresServer {
  url: string;
  /** Suspends it with all of its connections: it neither responds nor refuses. */
  freeze(): void;
  /** Resumes it. */
  thaw(): void;
  stop(): Promise<void>;
}

function findBinaries(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    process.env.POSTGRES_BIN,
    ...versions.map((version) => path.join(debian, version, "bin")),
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/usr/bin",
  ];
  return folders.find((folder) => folder !== undefined && existsSync(path.join(folder, "initdb"))) ?? null;
}

/** Folder of the server's programs, or null if it is not installed and cannot be. */
export const postgresBinaries = (): string | null =>
  findBinaries() ?? (aptInstall("postgresql") ? findBinaries() : null) ?? missingProgram(POSTGRES_MISSING);

/** The skip message if `postgresBinaries` is null. */
export const POSTGRES_MISSING =
  "no PostgreSQL server found; install one (apt-get install postgresql) or set POSTGRES_BIN";

/** The server refuses to run as root, so root runs it as Debian's user `postgres` or as an unprivileged user. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => {
    for (const user of ["postgres", "nobody"]) {
      try {
        return Number(execFileSync("id", [flag, user], { stdio: ["ignore", "pipe", "ignore"] }).toString());
      } catch {
        // Tries the next user.
      }
    }
    throw new Error("PostgreSQL cannot run as root, and there is neither a postgres nor a nobody user");
  };
  return { uid: id("-u"), gid: id("-g") };
}

export async function startPostgres(): Promise<PostgresServer> {
  const binaries = postgresBinaries();
  if (binaries === null) throw new Error(POSTGRES_MISSING);
  const user = serverUser();
  const folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-postgres-"));
  if (user) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, "data");
  execFileSync(path.join(binaries, "initdb"), ["-D", data, "-U", "cadastre", "-A", "trust", "--no-sync"], {
    ...user,
    cwd: folder,
    stdio: "pipe",
  });
  const port = await freePort();
  const server = spawn(
    path.join(binaries, "postgres"),
    ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder, "-F"],
    { ...user, cwd: folder, stdio: "ignore" },
  );
  await accepting(path.join(binaries, "pg_isready"), port, server);
  // The server first, so that it starts no further process; its children respond over open connections.
  const signal = (name: "SIGSTOP" | "SIGCONT") => {
    server.kill(name);
    for (const pid of childrenOf(server.pid)) signalIfAlive(pid, name);
  };
  return {
    url: `postgres://cadastre@127.0.0.1:${port}/postgres`,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    stop: async () => {
      signal("SIGCONT");
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The process of a connection exits when its client disconnects, which may be between listing and signalling it. */
function signalIfAlive(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const childrenOf = (parent: number | undefined): number[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid="])
    .toString()
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));

async function accepting(isReady: string, port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once with code ${server.exitCode}`);
    try {
      execFileSync(isReady, ["-h", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });
      return;
    } catch {
      await wait(50);
    }
  }
  throw new Error("PostgreSQL did not start within ten seconds");
}
