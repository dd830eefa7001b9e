import { rmSync, statSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A build takes a minute; one that takes this long hangs. */
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Waits until no other process builds into the folder, and locks it until released. The operating
 * system releases the lock of a process that was killed.
 * @returns a function that releases the lock.
 */
export async function acquireBuildLock(folder, { onWait = () => {} } = {}) {
  const { dev, ino } = statSync(folder);
  const name = `cadastre-build-${dev}-${ino}`;
  const isFile = process.platform !== "linux";
  const address = isFile ? join(tmpdir(), `${name}.sock`) : `\0${name}`;
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const release = await tryToListen(address);
    if (release !== null) return release;
    const ended = await untilReleased(address, { onWait, milliseconds: deadline - Date.now() });
    if (ended === "late")
      throw new Error(`Another process has been building ${folder} for very long. End it first.`);
    // If the name is a file, it outlives a killed process.
    if (ended === "dead" && isFile) rmSync(address, { force: true });
  }
}

function tryToListen(address) {
  return new Promise((resolve, reject) => {
    const waiting = new Set();
    const server = createServer((connection) => {
      waiting.add(connection);
      connection.on("error", () => {});
      connection.once("close", () => waiting.delete(connection));
    });
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(address, () =>
      resolve(() => {
        server.close();
        for (const connection of waiting) connection.destroy();
      }),
    );
  });
}

function untilReleased(address, { onWait, milliseconds }) {
  return new Promise((resolve) => {
    const connection = createConnection(address);
    const late = setTimeout(() => resolve("late"), Math.max(0, milliseconds));
    let connected = false;
    connection.once("connect", () => {
      connected = true;
      onWait();
    });
    connection.on("error", () => {});
    connection.once("close", () => {
      clearTimeout(late);
      resolve(connected ? "released" : "dead");
    });
  });
}
