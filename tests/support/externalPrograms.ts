/**
 * Programs that tests need beside Node: Chromium, PostgreSQL, Python, curl. If one is missing, the tests that need it
 * are skipped with a message. With `CI` set, nothing is skipped for a missing program: it is installed from Debian
 * packages, and otherwise the run fails. Tests differ by `CI` in nothing else.
 */
import { spawnSync } from "node:child_process";

const isCI = (): boolean => process.env.CI !== undefined;

/**
 * Installs Debian packages if that needs no prompt: with `CI` set, as root, where there is `apt-get`.
 * @returns whether the packages are installed now
 */
export function aptInstall(...packages: string[]): boolean {
  const mayInstall = isCI() && process.getuid?.() === 0;
  if (!mayInstall || spawnSync("apt-get", ["--version"]).status !== 0) return false;
  // One at a time across test processes: a second apt-get would fail at the lock of the first.
  const run = (...args: string[]) =>
    spawnSync("flock", ["/var/lib/apt", "apt-get", ...args], {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  return run("update", "-qq") && run("install", "-y", "-qq", "--no-install-recommends", ...packages);
}

/** Whether a command is installed, or can be installed from a Debian package of its name. */
export function hasCommand(command: string): boolean {
  const isInstalled = () => spawnSync(command, ["--version"]).status === 0;
  return isInstalled() || (aptInstall(command) && isInstalled());
}

/**
 * The result of a search that has found no program.
 * @param reason says what is missing and how to install it
 * @throws Error with `CI` set
 */
export function missingProgram(reason: string): null {
  if (isCI()) throw new Error(reason);
  return null;
}
