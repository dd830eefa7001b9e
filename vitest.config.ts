import { defineConfig } from "vitest/config";
import { hangLimits } from "./tests/support/hangLimits.ts";
import { LongestFirst } from "./tests/support/longestFirst.ts";
import { chooseScratchFolder } from "./tests/support/scratchFolder.ts";
import { shortLived } from "./tests/support/shortLived.ts";

chooseScratchFolder();

/**
 * Most objects of a test are garbage at its end: with a larger young generation the engine collects less often. A
 * sixteenth less work.
 */
const roomForTests = ["--max-semi-space-size=64"];

/**
 * Two projects: `node` beside the code and across rooms, on embedded stores and a real PostgreSQL server, and `e2e`
 * in a real browser against the built product. The files of a process run one after the other and share loaded
 * modules: loading and process starts took up to a third of the tests. Each file closes what it opens, since the
 * embedded engine opens one data folder at a time.
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
    // Concurrent tests within a file: one per core.
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: "node",
          include: ["{src,scripts}/**/*.test.{ts,tsx}", "tests/integration/**/*.test.ts"],
          setupFiles: ["tests/support/inputMessages.ts"],
          // One more than cores: some wait for processes that they have started.
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...shared,
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          // A browser that waits for a page leaves its core to another.
          maxWorkers: 3,
          // After the other project: both at once would double the processes on the same cores, for a tenth more
          // work.
          sequence: { groupOrder: 1 },
          globalSetup: ["tests/support/e2eSetup.ts"],
          setupFiles: ["tests/support/untilSample.ts"],
        },
      },
    ],
  },
});
