/**
 * How long anything may take before a test counts as hanging, in milliseconds. These limits never decide correctness:
 * tests wait for states, and a slow or busy machine must not fail one. Nothing else in `tests` sets a time limit.
 */
export const hangLimits = {
  /** A state of a page: an element, an address, a polled value. */
  state: 240_000,
  /** A full test. */
  test: 600_000,
  /** Setup or teardown of a file of tests. */
  hook: 600_000,
  /** Statements of a visitor, in seconds: multiples of the product's limits, for busy machines. */
  statement: { seconds: 300, waitSeconds: 300 },
  /** Engine time per visitor and minute, in seconds. */
  databaseSecondsPerMinute: 3_600,
} as const;
