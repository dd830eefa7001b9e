import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files of one project after those of another, since a process keeps what it has loaded from one file of a project to
 * the next, and the smallest last. A process that has no more files of one project goes on with the next: groups of
 * the runner would have it wait for the others.
 */
export class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names = [...new Set(this.ctx.projects.map(({ name }) => name))];
    const turnOf = ({ project }: TestSpecification) => names.indexOf(project.name);
    return (await super.sort(files)).toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}
