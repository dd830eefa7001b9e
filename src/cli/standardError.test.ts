import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const password = "hunter22-secret";

/** Runs a script after setting up standard error as commands do. */
function run(script: string) {
  const from = pathToFileURL(path.join(root, "src/cli/standardError.ts")).href;
  const whole = `import { exitOnUnexpectedErrors, maskStandardError, printError } from ${JSON.stringify(from)};
    maskStandardError(process.env); exitOnUnexpectedErrors(); ${script}`;
  return spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", whole], {
    cwd: root,
    env: { ...process.env, SMTP_URL: `smtp://me:${password}@mail` },
    encoding: "utf8",
  });
}

const failing = `Object.assign(new Error("cannot use smtp://me:${password}@mail", { cause: new Error("535 ${password}") }), { params: ["ada@firm.example"] })`;

it.each([
  ["printed by a command", `printError(${failing}); process.exitCode = 1;`],
  ["uncaught", `setTimeout(() => { throw ${failing}; });`],
  ["of an unhandled rejection", `void Promise.reject(${failing});`],
])("prints an error with its cause and without passwords: %s", (_, script) => {
  const { status, stderr } = run(script);
  expect(status).toBe(1);
  expect(stderr).toContain("Error: cannot use smtp://me:****@mail");
  expect(stderr).toContain("Caused by Error: 535 ****");
  expect(stderr).toMatch(/^\s+at /m);
  expect(stderr).not.toContain(password);
  expect(stderr).not.toContain("ada@firm.example");
});

it("hides passwords that libraries print", () => {
  const { stderr } = run(`console.error("connecting with", ["${password}"]); process.stderr.write("ok\\n");`);
  expect(stderr).toBe("connecting with [ '****' ]\nok\n");
});
