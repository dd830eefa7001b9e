/** Bounds of one statement that a visitor's request runs. Imports and derivations have their own, wider ones. */
export const statementLimits = {
  seconds: 15,
  memoryBytes: 1_000_000_000,
} as const;
