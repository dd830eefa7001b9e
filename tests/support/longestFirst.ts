import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that start processes: what they take has nothing to do with their size, by which the runner orders files. */
const startsProcesses = /\/tests\/integration\/|Kill\.test\./;

/** Long files first, so that all processes end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turnOf = ({ moduleId }: TestSpecification) => (startsProcesses.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}
