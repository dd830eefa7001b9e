import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { brokenRoomRules, folderImports, importsIn, readImports, rooms, roomsByFolder } from "./rooms";

const { importCircle } = await import(new URL("./bundleChecks.js", import.meta.url).href);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const imports = readImports(root);

describe("the rooms of the application", () => {
  it("import downwards only, through their index files", () => {
    expect(imports.size).toBeGreaterThan(500);
    expect(brokenRoomRules(imports)).toEqual([]);
  });

  it("have no circles of folders", () => {
    const folders = folderImports(imports);
    expect(folders.size).toBeGreaterThan(50);
    expect(importCircle(folders)).toBeNull();
  });

  it("are the folders of the source, each with an index file", () => {
    const folders = new Set([...imports.keys()].flatMap((file) => file.match(/^src\/(\w+)\//)?.[1] ?? []));
    expect([...folders].sort()).toEqual(Object.keys(rooms).sort());
    expect(packageJson.imports).toEqual(
      Object.fromEntries(
        Object.keys(rooms).map((room) => {
          const folder = roomsByFolder.includes(room) ? "/*" : "";
          return [`#${room}${folder}`, `./src/${room}${folder}/index.ts`];
        }),
      ),
    );
  });

  it("by folder have an index file in each folder with files that other rooms use, and none for all", () => {
    const used = new Set([...imports.values()].flat().filter((source) => /^#\w+\//.test(source)));
    expect(used.size).toBeGreaterThan(30);
    for (const source of used) expect(imports.has(`src/${source.slice(1)}/index.ts`), source).toBe(true);
    for (const room of roomsByFolder) expect(imports.has(`src/${room}/index.ts`), room).toBe(false);
  });
});

describe("a circle of folders", () => {
  it("contains no folder within another one", () => {
    const circle = folderImports(
      new Map([
        ["src/web/a/one.ts", ["../b/two", "./inner/three", "./four"]],
        ["src/web/b/two.ts", ["../a/four", "#domain/query", "react"]],
        ["src/web/b/five.test.ts", ["../c/six"]],
        ["src/web/a/inner/three.ts", ["../one"]],
      ]),
    );
    expect(importCircle(circle)).toEqual(["src/web/a", "src/web/b", "src/web/a"]);
    circle.get("src/web/b")?.clear();
    expect(importCircle(circle)).toBeNull();
  });
});

describe("an import", () => {
  const brokenBy = (file: string, source: string) => brokenRoomRules(new Map([[file, [source]]]));

  it.each([
    ["src/domain/a.ts", "#stores", "domain may not enter stores"],
    ["src/web/features/a.tsx", "#stores", "web may not enter stores"],
    ["src/accounts/a.ts", "#market", "accounts may not enter market"],
    ["src/market/a.ts", "#accounts/users", "market may not enter accounts"],
    ["src/market/a.ts", "#domain", 'enter a room through its door, not by "#domain"'],
    [
      "src/market/a.ts",
      "#domain/query/filters",
      'enter a room through its door, not by "#domain/query/filters"',
    ],
    ["src/domain/a.ts", "#domain/query", 'inside domain paths are relative, not "#domain/query"'],
    ["src/api/a.ts", "../market/query/b", 'enter a room through its door, not by "../market/query/b"'],
    ["src/api/rest/v4/a.ts", "../../../stores", 'enter a room through its door, not by "../../../stores"'],
    [
      "src/api/a.ts",
      "../../tests/support/b",
      'enter a room through its door, not by "../../tests/support/b"',
    ],
    ["src/api/a.ts", "../../scripts/b", 'enter a room through its door, not by "../../scripts/b"'],
    ["src/api/a.ts", "#market/query/b", 'enter a room through its door, not by "#market/query/b"'],
    ["src/stores/a.ts", "#stores", 'inside stores paths are relative, not "#stores"'],
  ])("of %s from %s is rejected", (file, source, reason) => {
    expect(brokenBy(file, source)).toEqual([`${file}: ${reason}`]);
  });

  it.each([
    ["src/api/a.ts", "#market"],
    ["src/api/a.ts", "#domain/query"],
    ["src/api/rest/a.ts", "../limits/b"],
    ["src/api/a.ts", "hono"],
    ["src/api/a.ts", "node:fs"],
    ["src/web/styles/a.ts", "./app.css"],
    ["src/market/query/a.test.ts", "../../../tests/support/b"],
  ])("of %s from %s is allowed", (file, source) => {
    expect(brokenBy(file, source)).toEqual([]);
  });

  it("is found in any syntax", () => {
    const text = `
      import a, { type B } from "a";
      import type { C } from "b";
      import "c";
      export * from "d";
      export { e } from "e";
      export type { F } from "f";
      const g = <T,>(h: T) => import("g");
      const i = "import j from 'nothing'"; // import k from "nothing"
    `;
    expect(importsIn("a.tsx", text)).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
  });
});

it("docs/architecture.md names existing files in the paths of requests", () => {
  const text = readFileSync(path.join(root, "docs/architecture.md"), "utf8");
  const named = [...text.matchAll(/^```\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) => [
    ...block.matchAll(/\b(?:accounts|api|domain|market|server|stores|web)\/[\w./$-]+/g),
  ]);
  const missing = named.map(([name]) => name).filter((name) => !existsSync(path.join(root, "src", name)));
  expect(named.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});
