import { setImmediate as nextTurn } from "node:timers/promises";
import v8 from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Makes the JavaScript engine return unused memory of a long job to the operating system, which it would
 * otherwise retain. For the end of jobs that fill the heap; takes a fraction of a second.
 */
export async function releaseMemory(): Promise<void> {
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") return;
  // The second pass frees the pages that the first one emptied.
  for (let round = 0; round < 2; round += 1) {
    await nextTurn();
    collect();
  }
}
