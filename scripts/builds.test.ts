import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";

const { buildsOf } = await import(new URL("./builds.js", import.meta.url).href);

let folder: string;
let builds: ReturnType<typeof buildsOf>;

const edit = (content: string) => writeFileSync(path.join(folder, "src/main.ts"), content);
const inDist = () => (existsSync(path.join(folder, "dist")) ? readdirSync(path.join(folder, "dist")) : []);

/** Writes and publishes a build of the present sources. */
function build(): string {
  const created = builds.createDraft();
  writeFileSync(path.join(created.draft, "cadastre.js"), "");
  builds.publish(created);
  return path.join(folder, "dist", created.name);
}

/** Makes a build the most recent but `minutes`. */
const age = (built: string, minutes: number) => {
  const time = new Date(Date.now() - minutes * 60_000);
  utimesSync(built, time, time);
};

/** A process id that no process has. */
const ENDED = 2 ** 30;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "builds-"));
  mkdirSync(path.join(folder, "src"));
  edit("1");
  builds = buildsOf(folder);
  return () => rmSync(folder, { recursive: true });
});

it("has no build before the first is complete", () => {
  expect(builds.current()).toBeNull();
  const created = builds.createDraft();
  writeFileSync(path.join(created.draft, "cadastre.js"), "");
  expect(builds.current()).toBeNull();
  builds.publish(created);
  expect(builds.current()).toBe(path.join(folder, "dist", created.name));
  expect(inDist().sort()).toEqual([created.name, "current"]);
});

it("has no build of edited sources, and the earlier one again when the edit is undone", () => {
  const first = build();
  edit("2");
  expect(builds.current()).toBeNull();
  const second = build();
  expect(second).not.toBe(first);
  expect(builds.current()).toBe(second);
  edit("1");
  expect(builds.current()).toBe(first);
});

it("keeps the build of files that were touched, and of tests and generated files that changed", () => {
  const built = build();
  utimesSync(path.join(folder, "src/main.ts"), new Date(0), new Date(0));
  writeFileSync(path.join(folder, "src/main.test.ts"), "");
  writeFileSync(path.join(folder, "src/routeTree.gen.ts"), "");
  expect(builds.current()).toBe(built);
});

it("uses the latest build where there are no sources", () => {
  const built = build();
  rmSync(path.join(folder, "src"), { recursive: true });
  expect(builds.current()).toBe(built);
});

it("discards a build whose sources changed meanwhile", () => {
  const created = builds.createDraft();
  edit("2");
  builds.publish(created);
  expect(inDist()).toEqual([]);
  edit("1");
  expect(builds.current()).toBeNull();
});

it("keeps the build of the process that was the first to build the same sources", () => {
  const created = builds.createDraft();
  const published = path.join(folder, "dist", created.name);
  // By another process.
  cpSync(created.draft, published, { recursive: true });
  writeFileSync(path.join(published, "first"), "");
  builds.publish(created);
  expect(builds.current()).toBe(published);
  expect(readdirSync(published).sort()).toEqual(["first", "processes"]);
  expect(inDist().sort()).toEqual([created.name, "current"]);
});

it("removes all but six builds, those that processes run, and nothing that is being written", () => {
  const built = Array.from({ length: 9 }, (_, number) => {
    edit(String(number));
    return build();
  });
  for (const [number, one] of built.entries()) age(one, 9 - number);
  const [used = "", ended = "", old = ""] = built;
  writeFileSync(path.join(used, "processes", String(process.pid)), "");
  writeFileSync(path.join(ended, "processes", String(ENDED)), "");
  const { draft } = builds.createDraft();
  const abandoned = path.join(folder, "dist", `0123456789abcdef.${ENDED}`);
  mkdirSync(abandoned);
  builds.removeOld();
  const left = [used, ...built.slice(3), draft].map((one) => path.basename(one));
  expect(inDist().sort()).toEqual([...left, "current"].sort());
  expect([ended, old].some((one) => existsSync(one))).toBe(false);
});

it("marks the build of a process", () => {
  const built = build();
  builds.markUsed(built);
  expect(readdirSync(path.join(built, "processes"))).toEqual([String(process.pid)]);
});
