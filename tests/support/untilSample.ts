/** Before the tests of an end-to-end file: the product that they share has its sample data. */
import { beforeEach, inject } from "vitest";
import { untilReady } from "./product";

await untilReady(inject("productUrl"), true);

// Of a test that passes at its second try, the report leaves out why the first one failed.
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => {
    for (const { message, stack } of task.result?.errors ?? [])
      console.error(`${task.name}: ${stack ?? message}`);
  });
});
