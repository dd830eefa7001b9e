import { spawnSync } from "node:child_process";

/**
 * Installs a Debian package where that is possible without a prompt:
 * on a build machine (CI is set), as root, with apt-get there.
 * @returns whether the package is installed now.
 */
export function aptInstall(...packages: string[]): boolean {
  const mayInstall = process.env.CI !== undefined && process.getuid?.() === 0;
  if (!mayInstall || spawnSync("apt-get", ["--version"]).status !== 0) return false;
  // One at a time across test processes: a second apt-get would fail at the lock of the first.
  const run = (...args: string[]) =>
    spawnSync("flock", ["/var/lib/apt", "apt-get", ...args], {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  return run("update", "-qq") && run("install", "-y", "-qq", "--no-install-recommends", ...packages);
}
