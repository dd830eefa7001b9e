import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "./product";

const script = path.join(root, "tests/support/printContents.ts");

/** By table, one row with the number of its rows, `n`, and their hash. */
export type MarketContents = Record<string, { n: string }[]>;

/** What the markets of data folders that nobody uses hold, read by a process of its own. */
export async function marketContents(...dataDirs: string[]): Promise<MarketContents[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", script, ...dataDirs], {
    cwd: root,
  });
  return JSON.parse(stdout);
}
