import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "./product";

const script = path.join(root, "tests/support/printContents.ts");

/** By table, one row with the number of its rows, `n`, and their hash. */
export type MarketContents = Record<string, { n: string }[]>;

/** Contents of the markets of data folders that no process uses, read by a separate process. */
export async function marketContents(...dataDirs: string[]): Promise<MarketContents[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", script, ...dataDirs], {
    cwd: root,
  });
  return JSON.parse(stdout);
}
