/** A selection that adds columns to the rows of the selection before it. */
export interface ColumnStep {
  /** SQL, each `<expression> AS <name>`. */
  columns: readonly string[];
  /** `WINDOW` clause of the selection. */
  window?: string | undefined;
}

export interface BaseSelection {
  /** SQL, each `<expression> AS <name>` or a name. */
  columns: readonly string[];
  /** SQL from `FROM` on. */
  from: string;
}

const nameOf = (column: string): string => /\w+$/.exec(column)?.[0] ?? column;

const wordsOf = (sql: string): string[] => sql.match(/\w+/g) ?? [];

interface PlannedSteps {
  /** From the last step to the first. */
  selections: { columns: string; window: string }[];
  /** Columns that the steps read of the rows before them. */
  read: readonly string[];
}

/** @param names of the columns before the steps */
function planSteps(
  names: readonly string[],
  steps: readonly ColumnStep[],
  needed: readonly string[],
): PlannedSteps {
  const available = [new Set(names)];
  for (const { columns } of steps) {
    available.push(new Set([...(available.at(-1) ?? []), ...columns.map(nameOf)]));
  }
  let read = needed;
  const selections: PlannedSteps["selections"] = [];
  for (const [index, { columns, window = "" }] of [...steps.entries()].toReversed()) {
    const added = columns.filter((column) => read.includes(nameOf(column)));
    if (added.length === 0) continue;
    const isAdded = new Set(added.map(nameOf));
    const kept = read.filter((name) => !isAdded.has(name));
    selections.push({ columns: [...kept, ...added].join(", "), window });
    const words = [...added, window].flatMap(wordsOf).filter((word) => available[index]?.has(word));
    read = [...new Set([...kept, ...words])];
  }
  return { selections, read };
}

/**
 * One SELECT for each group of steps, which nests its steps and reads the table with the result of the group before.
 * Columns are named instead of `*`, and only those that are read later: the time that the engine takes before it reads a
 * row grows with the columns of every nested selection.
 * @param needed columns of the last result
 */
export function selectColumnSteps(
  base: BaseSelection,
  groups: readonly (readonly ColumnStep[])[],
  needed: readonly string[],
): ((before: string) => string)[] {
  const steps = groups.flat();
  const results = groups.map((_, index) => {
    const done = groups.slice(0, index + 1).flat();
    const names = [...base.columns, ...done.flatMap(({ columns }) => columns)].map(nameOf);
    return planSteps(names, steps.slice(done.length), needed).read;
  });
  return groups.map((group, index) => {
    const earlier = results[index - 1];
    const { selections, read } = planSteps(
      earlier ?? base.columns.map(nameOf),
      group,
      results[index] ?? needed,
    );
    return (before) => {
      const innermost =
        earlier === undefined
          ? `SELECT ${base.columns.filter((column) => read.includes(nameOf(column))).join(", ")} ${base.from}`
          : `SELECT ${read.join(", ")} FROM ${before}`;
      return selections.reduceRight(
        (from, { columns, window }) => `SELECT ${columns} FROM (\n${from}\n) ${window}`,
        innermost,
      );
    };
  });
}
