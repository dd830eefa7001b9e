import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order of test files. Browser tests mostly wait and the others mostly compute, so both run side by side; short
 * files come last, where they fill what the long ones leave. The first files start before the sample data is there,
 * which browser tests wait for.
 */
export class FileOrder extends BaseSequencer {
  /** Within a project by what the cache knows or by size, largest first, as Vitest does it. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const of = (...names: string[]) => sorted.filter(({ project }) => names.includes(project.name));
    const [browser, stores, short] = [of("e2e"), of("integration"), of("unit", "pure")];
    const start = stores.splice(0, 6);
    return [...start, ...interleaved(browser, stores), ...short];
  }
}

/** Both lists merged, each spread evenly over the whole. */
function interleaved<Item>(first: readonly Item[], second: readonly Item[]): Item[] {
  const placed = [first, second].flatMap((list) =>
    list.map((item, at) => ({ item, place: (at + 0.5) / list.length })),
  );
  return placed.sort((one, other) => one.place - other.place).map(({ item }) => item);
}
