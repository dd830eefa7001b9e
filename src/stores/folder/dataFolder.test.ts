import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConflictError } from "#domain/errors";
import { type DataFolder, folderOwner, claimDataFolder as take } from "./dataFolder";

let folder: string;
let servers: net.Server[];
let taken: DataFolder[];

const claimDataFolder: typeof take = async (...options) => {
  const owned = await take(...options);
  taken.push(owned);
  return owned;
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cadastre-folder-"));
  servers = [];
  taken = [];
});
afterEach(async () => {
  for (const owned of taken) await owned.release();
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

/** A listener that moves to a new file when called again. */
const listenAgain = () => {
  let last: net.Server | undefined;
  return async (socket: string) => {
    last?.close();
    await listen(socket);
    last = servers.at(-1);
  };
};

describe("claimDataFolder", () => {
  it("rejects a second owner and names the first", async () => {
    const first = await claimDataFolder(folder, listen);
    await expect(claimDataFolder(folder, listen)).rejects.toThrow(ConflictError);
    await expect(claimDataFolder(folder, listen)).rejects.toThrow(`process ${process.pid}`);
    expect((await folderOwner(folder))?.pid).toBe(process.pid);
    await first.release();
  });

  it("succeeds for exactly one of many concurrent claims", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => claimDataFolder(folder, listen)),
    );
    expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(1);
  });

  it("takes over from a dead process, and removes files of killed starts", async () => {
    await writeFile(
      path.join(folder, "owner.json"),
      JSON.stringify({ pid: 1, host: "h", since: "s", socket: path.join(folder, "control.sock"), key: "k" }),
    );
    await writeFile(path.join(folder, "owner.json.0a6b8d3e-2c4f-4d3b-9f57-0b7a2f6f6f55"), "{");
    await writeFile(path.join(folder, "owner.json.draft"), "{");
    expect(await folderOwner(folder)).toBeNull();
    const owned = await claimDataFolder(folder, listen);
    expect((await folderOwner(folder))?.pid).toBe(process.pid);
    expect((await readdir(folder)).sort()).toEqual(["control.sock", "owner.json"]);
    await owned.release();
  });

  it("takes over an unreadable owner file", async () => {
    await writeFile(path.join(folder, "owner.json"), "half a lo");
    await (await claimDataFolder(folder, listen)).release();
  });

  it("is not lost if its files are deleted, by any path to the folder", async () => {
    const owned = await claimDataFolder(folder, async () => undefined);
    const link = `${folder}-link`;
    await symlink(folder, link);
    await rm(path.join(folder, "owner.json"));
    await rm(path.join(folder, "control.sock"), { force: true });
    await expect(claimDataFolder(link, listen)).rejects.toThrow(ConflictError);
    await owned.release();
    await (await claimDataFolder(link, listen)).release();
    await rm(link);
  });

  it.each(["control.sock", "owner.json"])(
    "restores a deleted %s, so that commands still find the owner",
    async (name) => {
      const owned = await claimDataFolder(folder, listenAgain());
      await rm(path.join(folder, name));
      expect((await folderOwner(folder))?.pid).toBe(process.pid);
      expect((await readdir(folder)).sort()).toEqual(["control.sock", "owner.json"]);
      await owned.release();
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it("detects an owner by its socket alone, such as one in another container", async () => {
    const socket = path.join(folder, "control.sock");
    await listen(socket);
    await writeFile(
      path.join(folder, "owner.json"),
      JSON.stringify({ pid: 1, host: "container", since: "s", socket, key: "k" }),
    );
    await expect(claimDataFolder(folder, listen)).rejects.toThrow("process 1 on container");
  });

  it("is not that of a copy of the folder, whose owner file names the process of the original", async () => {
    await claimDataFolder(folder, listen);
    const copy = `${folder}-copy`;
    try {
      await mkdir(copy);
      await copyFile(path.join(folder, "owner.json"), path.join(copy, "owner.json"));
      expect(await folderOwner(copy)).toBeNull();
      const owned = await claimDataFolder(copy, listen);
      expect((await folderOwner(copy))?.socket).toBe(path.join(copy, "control.sock"));
      await owned.release();
      expect((await folderOwner(folder))?.pid).toBe(process.pid);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });

  it("can be claimed again after release", async () => {
    const first = await claimDataFolder(folder, listen);
    for (const server of servers) server.close();
    await first.release();
    expect(await folderOwner(folder)).toBeNull();
    await claimDataFolder(folder, listen);
  });

  it("reports what to do if the folder is not writable", async () => {
    const file = path.join(folder, "file");
    await writeFile(file, "");
    const refusal = (code: string, advice: string) =>
      `(${code}). ${advice}, or set DATA_DIR to another folder.`;
    await expect(claimDataFolder(path.join(file, "data"), listen)).rejects.toThrow(
      refusal("ENOTDIR", "A part of its path is a file: move that away"),
    );
    await expect(claimDataFolder(file, listen)).rejects.toThrow(
      refusal("EEXIST", "It is a file: move it away"),
    );
  });

  it.skipIf(process.platform !== "linux")(
    "reports the same for a file system that cannot create folders",
    async () => {
      // Node's own recursive mkdir would not return.
      await expect(claimDataFolder("/proc/nowhere/data", listen)).rejects.toThrow(
        "The data folder /proc/nowhere/data cannot be written (ENOENT).",
      );
    },
  );

  it("places the socket elsewhere if the folder's path is too long", async () => {
    const deep = path.join(folder, "x".repeat(80), "y".repeat(80));
    const owned = await claimDataFolder(deep, listen);
    expect(owned.socket.length).toBeLessThanOrEqual(100);
    expect((await folderOwner(deep))?.pid).toBe(process.pid);
    await owned.release();
  });
});
