import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const { filesSince, removeFormer } = await import(new URL("./formerFiles.js", import.meta.url).href);

let root: string;
let began = 0;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "former-"));
});
afterEach(() => rm(root, { recursive: true }));

/** A build that writes files of these names. */
async function build(...names: string[]) {
  began += 60_000;
  for (const name of names) {
    const file = join(root, "web", name);
    await writeFile(file, name);
    await utimes(file, new Date(began), new Date(began));
  }
  removeFormer({ root, folders: [join(root, "web"), join(root, "missing")], began });
}

const left = async () => (await readdir(join(root, "web"))).sort();

test("a build keeps the files of earlier builds for running servers and open pages", async () => {
  await mkdir(join(root, "web"));
  await build("a-1.js", "same.js");
  await build("a-2.js", "same.js");
  await build("a-3.js", "same.js");
  expect(await left()).toEqual(["a-1.js", "a-2.js", "a-3.js", "same.js"]);
  expect(
    filesSince(join(root, "web"), began)
      .map((file: string) => relative(root, file))
      .sort(),
  ).toEqual(["web/a-3.js", "web/same.js"]);
});

test("a file is removed by the sixth build without it, and the count restarts when a build writes it again", async () => {
  await mkdir(join(root, "web"));
  await build("a-1.js");
  for (let time = 0; time < 5; time += 1) await build("a-2.js");
  expect(await left()).toEqual(["a-1.js", "a-2.js"]);
  await build("a-1.js");
  for (let time = 0; time < 5; time += 1) await build("a-2.js");
  expect(await left()).toEqual(["a-1.js", "a-2.js"]);
  await build("a-2.js");
  expect(await left()).toEqual(["a-2.js"]);
});
