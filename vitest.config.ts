import { defineConfig } from "vitest/config";
import { hangLimits } from "./tests/support/hangLimits.ts";
import { LongestFirst } from "./tests/support/longestFirst.ts";
import { chooseScratchFolder } from "./tests/support/scratchFolder.ts";
import { shortLived } from "./tests/support/shortLived.ts";

chooseScratchFolder();

/**
 * What a test makes is dropped at its end: with room for it, the engine looks less often for what is kept. A sixteenth
 * less work.
 */
const roomForTests = ["--max-semi-space-size=64"];

/**
 * Two projects: `node` beside the code and across rooms, on embedded stores and a real PostgreSQL server, and `e2e` in a
 * real browser against the built product.
 * The files of a process come one after the other, and share what they load: loading and the start of processes
 * took as long as a third of the tests. Each closes what it has opened, since the embedded engine holds one data
 * folder at a time.
 */
const shared = {
  pool: "forks" as const,
  isolate: false,
  execArgv: [...shortLived, ...roomForTests],
  testTimeout: hangLimits.test,
  hookTimeout: hangLimits.hook,
  expect: { poll: { timeout: hangLimits.state } },
};

export default defineConfig({
  test: {
    // Of tests that run at once within a file: as many as the machine at hand has cores.
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: "node",
          include: ["{src,scripts}/**/*.test.{ts,tsx}", "tests/integration/**/*.test.ts"],
          // One more than cores: some wait for processes that they have started.
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...shared,
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          // A browser that waits for a page leaves room for another.
          maxWorkers: 3,
          // After the others: both at once have twice as many processes take the same cores from each other, for a tenth
          // more work.
          sequence: { groupOrder: 1 },
          globalSetup: ["tests/support/e2eSetup.ts"],
          setupFiles: ["tests/support/untilSample.ts"],
          // Once more where nobody is at hand to look: the report names what needed it ("retry x1"), which is a race to mend.
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
    ],
  },
});
