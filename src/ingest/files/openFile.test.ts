import { execFileSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileError } from "../staging/fileError";
import { openFile } from "./openFile";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-open-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("openFile", () => {
  it.each([
    ["an Excel workbook", Buffer.from("PK\x03\x04…", "latin1"), "Excel workbook"],
    ["an old Excel workbook", Buffer.from("\xd0\xcf\x11\xe0…", "latin1"), "old Excel workbook"],
    ["zstd", Buffer.from("\x28\xb5\x2f\xfd…", "latin1"), "compressed with zstd"],
    ["xz", Buffer.from("\xfd7zXZ\0", "latin1"), "compressed with xz"],
    ["bzip2", Buffer.from("BZh9", "latin1"), "compressed with bzip2"],
    ["gzip in gzip", gzipSync(gzipSync("entity\n")), "compressed twice"],
    ["a JSON array", Buffer.from(' [\n {"entity": "usdc"}]'), "a JSON array"],
  ])("explains what to do with %s", async (_, content, message) => {
    const path = join(folder, "file.csv");
    await writeFile(path, content);
    await expect(openFile(path)).rejects.toThrow(message);
    await expect(openFile(path)).rejects.toBeInstanceOf(FileError);
  });

  it("does not block on a pipe, and recognizes a folder and a broken link", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    await symlink(join(folder, "gone"), join(folder, "link"));
    await expect(openFile(pipe)).rejects.toThrow("This is a pipe or device");
    await expect(openFile("/dev/zero")).rejects.toThrow("This is a pipe or device");
    await expect(openFile(folder)).rejects.toThrow("This is a folder");
    await expect(openFile(join(folder, "link"))).rejects.toThrow("File not found");
  });
});
