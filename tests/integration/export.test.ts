import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cadastre, type Product, startProduct } from "../support/product";

let product: Product;
const parent = mkdtempSync(path.join(os.tmpdir(), "export-"));
beforeAll(async () => {
  product = await startProduct({ env: { SAMPLE_DATA: "off" } });
});
afterAll(async () => {
  await product.remove();
  rmSync(parent, { recursive: true, force: true });
});

/** Lines of a file of networks, without the header. */
const networksIn = async (folder: string) =>
  (await readFile(path.join(folder, "networks.csv"), "utf8")).split("\n").filter((line) => /^\d/.test(line));

describe("an operator's complete export", () => {
  it("is written by the running server, verified without it, and completed by the same command", async () => {
    const folder = path.join(parent, "beside");
    const first = await product.cadastre("export", folder, "--resources", "networks, protocols");
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/: 2 files written; [\d,]+ rows/) });
    expect((await readdir(folder)).sort()).toEqual(["manifest.json", "networks.csv", "platforms.csv"]);
    const status = await (await fetch(`${product.url}/api/v4/status`)).json();
    const manifest = JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8"));
    expect(manifest.files[0]).toMatchObject({ resource: "networks", data_version: status.data_version });
    expect(manifest.files[0].rows).toBe((await networksIn(folder)).length);

    expect(await cadastre(["export", "--verify", folder])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("2 files"),
    });
    await writeFile(path.join(folder, "networks.csv"), "half");
    expect(await cadastre(["export", "--verify", folder])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("networks.csv: 4 bytes instead of"),
    });
    const again = await product.cadastre("export", folder, "--resources", "networks,platforms");
    expect(again.stdout).toContain("1 file written, 1 file unchanged");
    expect(await cadastre(["export", "--verify", folder])).toMatchObject({ code: 0 });
  });

  it("reports invalid arguments", async () => {
    const inData = path.join(product.dataDir, "dump");
    expect((await product.cadastre("export", inData)).stderr).toContain("is in the data folder (DATA_DIR)");
    const link = path.join(parent, "link");
    await symlink(product.dataDir, link);
    for (const hidden of [path.join(link, "dump"), path.join(product.dataDir, "..dump")]) {
      expect((await product.cadastre("export", hidden)).stderr).toContain("is in the data folder (DATA_DIR)");
    }
    const other = path.join(parent, "other");
    expect((await product.cadastre("export", other, "--resources", "asets")).stderr).toMatch(
      /There is no resource "asets"\. Resources: assets, tokens,/,
    );
    expect((await product.cadastre("export", other, "--format", "xls")).stderr).toContain("csv");
    expect((await product.cadastre("export", "--verify", other)).stderr).toContain(
      "There is no manifest.json in",
    );
    await writeFile(path.join(parent, "file"), "");
    expect((await product.cadastre("export", path.join(parent, "file", "x"))).stderr).toContain(
      "cannot be written (ENOTDIR)",
    );
    expect((await product.cadastre("export")).stderr).toContain("missing required argument 'folder'");
  });

  it("is also written without a server, complete after a killed one", async () => {
    const folder = path.join(parent, "alone");
    // The first file is small, and complete before the server ends.
    const options = ["--format", "parquet,csv", "--resources", "networks,tokens,assets"];
    const running = product.cadastre("export", folder, ...options);
    await expect
      .poll(() => readdir(folder).catch(() => []), { timeout: 120_000, interval: 20 })
      .toContain("networks.csv");
    product.process.kill("SIGKILL");
    await once(product.process, "exit").catch(() => undefined);
    expect(await running).toMatchObject({ code: 1 });
    const left = await cadastre(["export", "--verify", folder]);
    expect(left).toMatchObject({ code: 0 });
    const whole = await product.cadastre("export", folder, ...options);
    expect(whole).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/[1-9]\d* files? unchanged/),
    });
    expect((await cadastre(["export", "--verify", folder])).code).toBe(0);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
