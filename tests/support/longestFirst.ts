import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that start processes: their duration does not depend on their size, by which the runner orders files. */
const startsProcesses = /\/tests\/integration\/|Kill\.test\./;

/** Long files first, so that all processes end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => (startsProcesses.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
