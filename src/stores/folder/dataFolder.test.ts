import { mkdtemp, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConflictError } from "#domain";
import { folderOwner, takeDataFolder } from "./dataFolder";

let folder: string;
let servers: net.Server[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cadastre-folder-"));
  servers = [];
});
afterEach(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

const listen = (socket: string) =>
  new Promise<void>((resolve, reject) => {
    const server = net.createServer((connection) => connection.end());
    servers.push(server);
    server.once("error", reject);
    server.listen(socket, resolve);
  });

describe("takeDataFolder", () => {
  it("refuses a second owner and names the first", async () => {
    const first = await takeDataFolder(folder, listen);
    await expect(takeDataFolder(folder, listen)).rejects.toThrow(ConflictError);
    await expect(takeDataFolder(folder, listen)).rejects.toThrow(`process ${process.pid}`);
    expect((await folderOwner(folder))?.pid).toBe(process.pid);
    await first.release();
  });

  it("lets exactly one of many simultaneous takers in", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => takeDataFolder(folder, listen)),
    );
    expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(1);
  });

  it("takes over from a process that died", async () => {
    await writeFile(
      path.join(folder, "owner.json"),
      JSON.stringify({ pid: 1, host: "h", since: "s", socket: path.join(folder, "control.sock"), key: "k" }),
    );
    expect(await folderOwner(folder)).toBeNull();
    const owned = await takeDataFolder(folder, listen);
    expect((await folderOwner(folder))?.pid).toBe(process.pid);
    await owned.release();
  });

  it("takes over a lock that is not readable as one", async () => {
    await writeFile(path.join(folder, "owner.json"), "half a lo");
    await (await takeDataFolder(folder, listen)).release();
  });

  it("can be taken again once released", async () => {
    const first = await takeDataFolder(folder, listen);
    for (const server of servers) server.close();
    await first.release();
    expect(await folderOwner(folder)).toBeNull();
    await takeDataFolder(folder, listen);
  });

  it("says what to do when the folder cannot be written", async () => {
    const file = path.join(folder, "file");
    await writeFile(file, "");
    await expect(takeDataFolder(path.join(file, "data"), listen)).rejects.toThrow(
      "set DATA_DIR to another folder",
    );
  });

  it("finds another place for the socket when the folder's path is long", async () => {
    const deep = path.join(folder, "x".repeat(80), "y".repeat(80));
    const owned = await takeDataFolder(deep, listen);
    expect(owned.socket.length).toBeLessThanOrEqual(100);
    expect((await folderOwner(deep))?.pid).toBe(process.pid);
    await owned.release();
  });
});
