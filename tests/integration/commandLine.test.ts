import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { cadastre, root } from "../support/product";

const run = promisify(execFile);

/** Every package and file of ours that is loaded with a file, without dynamic imports. */
async function loadedWith(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = await readFile(file, "utf8");
  for (const [, name = ""] of text.matchAll(/^(?:import|export)\b[^"';]*["']([^"']+)["'];?$/gm)) {
    if (name.startsWith(".")) await loadedWith(path.resolve(path.dirname(file), name), seen);
    else seen.add(name);
  }
  return seen;
}

/** Folder of the current build. */
const builtFolder = () =>
  path.join(root, "dist", JSON.parse(readFileSync(path.join(root, "dist/current"), "utf8")).build);

describe("the build", () => {
  it("contains the hash of its sources, which ETags of responses include", async () => {
    const folder = path.join(builtFolder(), "commands");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
    const files = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
    expect(files.some((text) => text.includes(`"${path.basename(builtFolder())}"`))).toBe(true);
  });
});

describe("the command line", () => {
  it("can be run as a program, in the repository too", async () => {
    const file = path.join(root, "bin/cadastre.js");
    expect((await stat(file)).mode & 0o111).toBe(0o111);
    const { stdout } = await run("git", ["ls-files", "--stage", file], { cwd: root }).catch(() => ({
      stdout: "",
    }));
    if (stdout !== "") expect(stdout).toMatch(/^100755 /);
    const { stdout: help } = await run(file, ["--help"]);
    expect(help).toContain("First steps");
    expect(help).toMatch(/-h, --help +Print this help\.$/m);
    expect(help).not.toContain("display help");
  });

  it("prints its version", async () => {
    const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
    expect(await cadastre(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  it("loads only its definitions to show help", async () => {
    await cadastre(["--help"]);
    const loaded = await loadedWith(path.join(builtFolder(), "cadastre.js"));
    const packages = [...loaded].filter((name) => !name.startsWith("/") && !name.startsWith("node:"));
    expect(packages).toEqual(["commander"]);
    const bytes = await Promise.all(
      [...loaded].filter((name) => name.startsWith("/")).map(async (f) => (await stat(f)).size),
    );
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(70_000);
  });

  it("loads neither a log nor a store for commands that a running server executes", async () => {
    await cadastre(["--help"]);
    const folder = path.join(builtFolder(), "commands");
    const [entry = ""] = (await readdir(folder)).filter((name) => /^runInTerminal-.*\.js$/.test(name));
    const loaded = await loadedWith(path.join(folder, entry));
    const packages = [...loaded].filter((name) => !name.startsWith("/") && !name.startsWith("node:"));
    // A queue of a few lines is negligible.
    expect(packages.sort()).toEqual(["fastest-levenshtein", "ipaddr.js", "p-limit", "zod"]);
  });

  it("does not hash the sources to check that the build is current", async () => {
    await cadastre(["--help"]);
    const file = path.join(root, "bin/cadastre.js");
    expect([...(await loadedWith(file))]).toEqual([file]);
    const builds = path.join(root, "scripts/builds.js");
    const loaded = await loadedWith(builds);
    expect([...loaded].filter((name) => !name.startsWith("node:"))).toEqual([builds]);
  });

  it("has more threads than concurrent long statements and file reads", async () => {
    const count = path.join(tmpdir(), `cadastre-threads-${process.pid}.cjs`);
    const tasks = "require('node:fs').readdirSync('/proc/self/task').length";
    await writeFile(count, `process.once("exit", () => console.log(${tasks}));`);
    const env = { ...process.env };
    delete env.UV_THREADPOOL_SIZE;
    const file = path.join(root, "bin/cadastre.js");
    const { stdout } = await run(process.execPath, ["--require", count, file, "--version"], { env });
    expect(Number(stdout.trim().split("\n").at(-1))).toBeGreaterThanOrEqual(16);
    await rm(count);
  });

  it("reports an unknown command", async () => {
    const { code, stderr } = await cadastre(["improt", "prices.csv"]);
    expect(code).toBe(1);
    expect(stderr).toContain("unknown command 'improt'");
  });

  it("lists every command with its arguments", async () => {
    const { stdout } = await cadastre(["--help"]);
    const listed = stdout.slice(stdout.indexOf("Commands:"), stdout.indexOf("First steps"));
    expect([...listed.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name)).toEqual(
      "serve import imports observations export quarantine verify catalog chain sample keys users plans people market contacts flags mcp memory config help".split(
        " ",
      ),
    );
    expect(listed).toContain("import [options] <files...>");
    const flags = await cadastre(["flags", "set", "--help"]);
    expect(flags.stdout.replaceAll(/\s+/g, " ")).toContain("cadastre flags set <flag> <value> --everyone");
  });
});

describe("numbers of commands", () => {
  it.each([
    [["keys", "rotate", "3", "--grace", "1h"], "option '--grace <hours>' argument '1h' is invalid"],
    [["keys", "revoke", "three"], "command-argument value 'three' is invalid for argument 'id'"],
    [["quarantine", "--limit", ""], "option '-l, --limit <number>' argument '' is invalid"],
  ])("%j is rejected by the name of the option or argument", async (command, message) => {
    const failed = await run(path.join(root, "bin/cadastre.js"), command).catch((error) => error);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain(`${message}. It must be a number.`);
  });
});
