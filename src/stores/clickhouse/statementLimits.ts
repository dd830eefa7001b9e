/** Limits of one statement of a visitor's request. Imports and derivations have their own, higher ones. */
export const statementLimits = {
  seconds: 15,
  /** Maximum wait for a queue slot, behind statements of its own request and of others. */
  waitSeconds: 20,
  memoryBytes: 1_000_000_000,
} as const;

/** Time limits that override those above. */
export type StatementTimes = Pick<Record<keyof typeof statementLimits, number>, "seconds" | "waitSeconds">;
