/** Before the tests of an end-to-end file: waits for the sample data of the shared product. */
import { beforeEach, inject } from "vitest";
import { untilReady } from "./product";

await untilReady(inject("productUrl"), true);

// Prints the first failure of a test that passes on retry: the report omits it.
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => {
    for (const { message, stack } of task.result?.errors ?? [])
      console.error(`${task.name}: ${stack ?? message}`);
  });
});
