/** Bounds of one statement that a visitor's request runs. Imports and derivations have their own, wider ones. */
export const statementLimits = {
  seconds: 15,
  /** How long it waits for its turn, among those of its own request and of others. */
  waitSeconds: 20,
  memoryBytes: 1_000_000_000,
} as const;

/** How long a statement may take and wait, where it is not as long as above. */
export type StatementTimes = Pick<Record<keyof typeof statementLimits, number>, "seconds" | "waitSeconds">;
