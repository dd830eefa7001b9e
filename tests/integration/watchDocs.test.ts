/** The samples of docs/watches.md do what the page says. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, describe, expect, it } from "vitest";
import { root } from "../support/product";
import { findPython, PYTHON_MISSING } from "../support/python";

const page = readFileSync(path.join(root, "docs/watches.md"), "utf8");
const folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-samples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sample = (language: string): string => {
  const found = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/watches.md has no sample in ${language}`);
  return found;
};

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const body = '{"type":"watch.test","text":"Größe"}';
const signed = (at: Date, text = body) => ({
  "webhook-id": "msg_1",
  "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
  "webhook-signature": `v1,AAAA ${new Webhook(secret).sign("msg_1", at, text)}`,
});

/** Sent request → whether it is genuine. */
const cases = (): [Record<string, string>, boolean][] => [
  [signed(new Date()), true],
  [signed(new Date(), `${body} `), false],
  [signed(new Date(Date.now() - 600_000)), false],
  [{ ...signed(new Date()), "webhook-id": "msg_2" }, false],
  [{}, false],
];

const python = findPython();

describe("signatures are verified by the sample in", () => {
  const input = () => JSON.stringify(cases().map(([headers]) => ({ secret, headers, body })));
  const expected = cases().map(([, isGenuine]) => isGenuine);

  it("TypeScript", () => {
    const file = path.join(folder, "verify.mts");
    writeFileSync(
      file,
      `${sample("ts")}
import { readFileSync } from "node:fs";
const asked = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map(({ secret, headers, body }) => verify(secret, headers, body))));`,
    );
    const answer = execFileSync(process.execPath, ["--import", "tsx", file], { input: input(), cwd: root });
    expect(JSON.parse(answer.toString())).toEqual(expected);
  });

  it.skipIf(python === null)(`Python${python === null ? ` (${PYTHON_MISSING})` : ""}`, () => {
    const file = path.join(folder, "verify.py");
    writeFileSync(
      file,
      `${sample("python")}
import json, sys
print(json.dumps([verify(**one) for one in json.load(sys.stdin)]))
`,
    );
    const answer = execFileSync(python ?? "", [file], { input: input() });
    expect(JSON.parse(answer.toString())).toEqual(expected);
  });
});
