/** A full disk: rejected writes return an error, and acknowledged ones are not lost. */
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { startProduct } from "../support/product";
import { MOUNT_MISSING, mountSmallDisk } from "../support/smallDisk";

const FULL = "The disk is full, so nothing can be saved.";
const DAY_MS = 86_400_000;

it("returns an error for writes, keeps serving reads, and loses no acknowledged write", async ({
  skip,
  onTestFinished,
}) => {
  const disk = mountSmallDisk(300);
  if (disk === null) return skip(MOUNT_MISSING);
  onTestFinished(() => disk.remove());
  const options = { dataDir: path.join(disk.folder, "data"), env: { SAMPLE_DATA: "off" } };
  let product = await startProduct(options);
  onTestFinished(async () => {
    await product.stop();
  });
  const days = (first: number, number: number) => {
    const file = path.join(os.tmpdir(), `cadastre-days-${process.pid}-${first}.csv`);
    const lines = Array.from({ length: number }, (_, day) => {
      const date = new Date(Date.UTC(2015, 0, 1) + (first + day) * DAY_MS).toISOString().slice(0, 10);
      return `ousg,net_asset_value_dollar,${date},${100 + day}`;
    });
    writeFileSync(file, ["entity,metric,date,value", ...lines, ""].join("\n"));
    return file;
  };
  const importing = (first: number, number: number) => product.cadastre("import", days(first, number));
  const named: string[] = [];
  const makeKey = async (name: string) => {
    const made = await product.cadastre("keys", "create", "--name", name);
    if (made.code === 0) named.push(name);
    else expect(made.stderr).toContain(FULL);
  };

  expect(await importing(0, 3)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("3 values accepted"),
  });
  await makeKey("before");
  disk.fill();
  const refused = await importing(10, 2_000);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(FULL);
  expect(refused.stderr).not.toMatch(/^\s+at /m);
  // A page of the people store may still have free space.
  await makeKey("while full");
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${product.url}/networks`)).status).toBe(200);

  disk.free();
  expect(await importing(10, 20)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("20 values accepted"),
  });
  await makeKey("after");
  expect(named).toContain("after");
  expect(await product.stop()).toBe(0);
  product = await startProduct(options);
  expect((await importing(0, 3)).stdout).toContain("3 unchanged");
  expect((await importing(10, 20)).stdout).toContain("20 unchanged");
  const { stdout: keys } = await product.cadastre("keys", "list");
  for (const name of named) expect(keys).toContain(name);
});
