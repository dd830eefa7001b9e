import { chmod, chown, lstat, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UnavailableError } from "#domain/errors";
import { closeToOthers } from "./privateFolder";

let outer: string;
let folder: string;

beforeEach(async () => {
  outer = await mkdtemp(path.join(os.tmpdir(), "cadastre-private-"));
  folder = path.join(outer, "data");
  await mkdir(path.join(folder, "people", "base"), { recursive: true });
  await mkdir(path.join(folder, "market"));
});
afterEach(() => rm(outer, { recursive: true, force: true }));

const modeOf = async (...parts: string[]) => ((await stat(path.join(...parts))).mode & 0o7777).toString(8);

describe("closing a data folder to other users", () => {
  it("sets folders to 0700 and files to 0600, at every depth, and reports it once", async () => {
    const file = path.join(folder, "people", "base", "1");
    await writeFile(file, "");
    await chmod(file, 0o666);
    await chmod(path.join(folder, "people", "base"), 0o777);
    await chmod(path.join(folder, "people"), 0o700);
    await chmod(path.join(folder, "market"), 0o755);
    await chmod(folder, 0o755);
    const repairs = await closeToOthers(folder);
    expect(repairs).toEqual([
      `Other users of this machine had access to the data folder ${folder}: restricted 4 of its files and folders.`,
    ]);
    expect(await modeOf(file)).toBe("600");
    for (const name of ["", "people", "people/base", "market"])
      expect(await modeOf(folder, name)).toBe("700");
    expect(await closeToOthers(folder)).toEqual([]);
  });

  it("follows a store that was moved to another disk, but not the engine's links", async () => {
    await chmod(folder, 0o700);
    await rm(path.join(folder, "people"), { recursive: true });
    const elsewhere = path.join(outer, "elsewhere");
    await mkdir(elsewhere, { mode: 0o755 });
    await writeFile(path.join(elsewhere, "file"), "", { mode: 0o644 });
    await mkdir(path.join(elsewhere, "lost+found"), { mode: 0o755 });
    await symlink(elsewhere, path.join(folder, "people"));
    const outside = path.join(outer, "outside");
    await writeFile(outside, "", { mode: 0o644 });
    await symlink(outside, path.join(folder, "market", "link"));
    await closeToOthers(folder);
    expect(await modeOf(elsewhere)).toBe("700");
    expect(await modeOf(elsewhere, "file")).toBe("600");
    // It belongs to root, as on another mounted disk.
    expect(await modeOf(elsewhere, "lost+found")).toBe("755");
    expect(await modeOf(outside)).toBe("644");
    expect((await lstat(path.join(folder, "market", "link"))).isSymbolicLink()).toBe(true);
  });

  it("reports a broken link", async () => {
    await chmod(folder, 0o700);
    await rm(path.join(folder, "market"), { recursive: true });
    await symlink(path.join(outer, "unmounted"), path.join(folder, "market"));
    await expect(closeToOthers(folder)).rejects.toThrow(
      `${path.join(folder, "market")} is a broken symbolic link`,
    );
  });

  it("rejects a shared folder unchanged, and suggests another", async () => {
    await rm(path.join(folder, "people"), { recursive: true });
    await rm(path.join(folder, "market"), { recursive: true });
    await writeFile(path.join(folder, "report.pdf"), "");
    await chmod(folder, 0o755);
    const failure = closeToOthers(folder);
    await expect(failure).rejects.toThrow(UnavailableError);
    await expect(failure).rejects.toThrow(`such as ${path.join(folder, "cadastre")}`);
    expect(await modeOf(folder)).toBe("755");
    await rm(path.join(folder, "report.pdf"));
    await chmod(folder, 0o1777);
    await expect(closeToOthers(folder)).rejects.toThrow(UnavailableError);
    expect(await modeOf(folder)).toBe("1777");
  });

  it("does not change other files in a private folder", async () => {
    await chmod(folder, 0o700);
    await writeFile(path.join(folder, "prices.csv"), "", { mode: 0o644 });
    await closeToOthers(folder);
    expect(await modeOf(folder, "prices.csv")).toBe("644");
  });

  it.runIf(process.getuid?.() === 0)("warns root about a folder of another user", async () => {
    await chmod(folder, 0o700);
    await chown(folder, 1234, 1234);
    expect((await closeToOthers(folder))[0]).toMatch(/belongs to user 1234, but this process runs as root/);
  });
});
