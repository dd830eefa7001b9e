/**
 * How long anything may take before a test counts as hanging, in milliseconds.
 * These limits never tell right from wrong: tests wait for states, and a slow or
 * busy machine must not fail one. Nothing else in `tests` sets a time limit.
 */
export const hangLimits = {
  /** One state of a page that is waited for: an element, an address, a value that is polled. */
  state: 240_000,
  /** A whole test, which waits for many. */
  test: 600_000,
  /** Starting or ending what a file of tests needs. */
  hook: 600_000,
  /** What a visitor asks of the engine, in seconds: on a busy machine as many times what the product allows. */
  statement: { seconds: 300, waitSeconds: 300 },
  /** And what the engine may work for one visitor in a minute, in seconds. */
  databaseSecondsPerMinute: 3_600,
} as const;
