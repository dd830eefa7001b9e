import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "./readSettings";

let root: string;
let current: string;
beforeAll(() => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-settings-"));
  root = path.join(folder, "program");
  current = path.join(folder, "current");
  for (const made of [root, current]) mkdirSync(made);
});
afterAll(() => rmSync(path.dirname(root), { recursive: true, force: true }));

const read = (environment: Record<string, string> = {}, options: Record<string, string> = {}) =>
  readSettings({ root, environment, options, currentFolder: current });

/** Reads settings while a folder has a settings file of this text. */
function withFile<T>(folder: string, text: string, work: () => T): T {
  const file = path.join(folder, "cadastre.env");
  writeFileSync(file, text);
  try {
    return work();
  } finally {
    rmSync(file);
  }
}

describe("readSettings", () => {
  it("has options override the environment, and the environment override the file", () => {
    const text = "# ours\n\nPORT=1\nHOST=a\nexport BRAND_NAME=\"Firm # 1\"\nSAMPLE_SEED='7' # seven\n";
    const { variables, origins, file } = withFile(current, text, () =>
      read({ PORT: "2", HOST: "b", LOG_LEVEL: "", HOME: "/root" }, { PORT: "3" }),
    );
    expect(file).toBe(path.join(current, "cadastre.env"));
    expect(variables).toMatchObject({ PORT: "3", HOST: "b", BRAND_NAME: "Firm # 1", SAMPLE_SEED: "7" });
    expect(Object.fromEntries(origins)).toEqual({
      PORT: "option",
      HOST: "environment",
      BRAND_NAME: "settings file",
      SAMPLE_SEED: "settings file",
    });
  });

  it("keeps the value of the file if the variable is empty", () => {
    expect(withFile(current, "HOST=a\n", () => read({ HOST: "" })).variables.HOST).toBe("a");
  });

  it("starts relative paths at the folder of the file, where the data folder is by default", () => {
    const file = withFile(root, "CATALOG_DIR=mine\n", () => read());
    expect(file.variables).toMatchObject({
      CATALOG_DIR: path.join(root, "mine"),
      DATA_DIR: path.join(root, "data"),
    });
    expect(file.origins.has("DATA_DIR")).toBe(false);
    const named = withFile(root, "DATA_DIR=../store\n", () =>
      read({ CADASTRE_SETTINGS: "../program/cadastre.env", CATALOG_DIR: "mine" }),
    );
    expect(named.variables).toMatchObject({
      DATA_DIR: path.join(path.dirname(root), "store"),
      CATALOG_DIR: "mine",
    });
  });

  it("prefers the file in the current folder to that of the program, and reads none if it is off", () => {
    const both = (environment?: Record<string, string>) =>
      withFile(root, "PORT=1\n", () => withFile(current, "PORT=2\n", () => read(environment)));
    expect(both().variables.PORT).toBe("2");
    expect(both({ CADASTRE_SETTINGS: "off" })).toMatchObject({ file: null, variables: {} });
    expect(read()).toMatchObject({ file: null, variables: {} });
  });

  it.each([
    ["PORT=1\nDATADIR=x\n", 'line 2: "DATADIR" is not a setting'],
    ["PORT\n", "line 1 is not NAME=value on one line"],
    ['# first\nBRAND_NAME="Firm\nPORT=1"\n', "line 2 is not NAME=value on one line"],
    ["PORT=1\nPORT=2\n", "line 2 sets PORT again"],
  ])("rejects the file %j", (text, message) => {
    expect(() => withFile(current, text, () => read())).toThrow(message);
  });

  it("names a settings file that cannot be read", () => {
    expect(() => read({ CADASTRE_SETTINGS: "missing.env" })).toThrow(
      `The settings file ${path.join(current, "missing.env")} cannot be read`,
    );
  });
});
