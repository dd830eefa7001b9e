import type { Refusal } from "./parsed";

/** The rejected rows of one kind. */
export interface RefusalKind {
  kind: string;
  /** Rows with at least one refusal of this kind. */
  rows: number;
  firstLine: number;
  lastLine: number;
  /** Text of the first of them. */
  example: string;
}

/** Counts refusals by kind, in the order of the lines of a file. */
export function createRefusalKinds() {
  const kinds = new Map<string, RefusalKind>();
  return {
    count({ line, kind, reason }: Refusal & { line: number }): void {
      const known = kinds.get(kind);
      if (known === undefined) {
        kinds.set(kind, { kind, rows: 1, firstLine: line, lastLine: line, example: reason });
        return;
      }
      if (line === known.lastLine) return;
      known.rows += 1;
      known.lastLine = line;
    },
    /** Most frequent first. */
    list: (): RefusalKind[] =>
      [...kinds.values()].sort((a, b) => b.rows - a.rows || a.firstLine - b.firstLine),
  };
}

export type RefusalKinds = ReturnType<typeof createRefusalKinds>;
