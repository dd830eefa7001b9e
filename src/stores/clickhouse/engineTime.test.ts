import { describe, expect, it, vi } from "vitest";
import { EngineTime, type ProcessorClock } from "./engineTime";

/** Statements that end on request, with a simulated clock. */
function setUp(clock: Partial<ProcessorClock> = {}) {
  let now = 0;
  let used = 0;
  const time = new EngineTime({ processors: 2, read: () => used, ...clock }, () => now);
  const begin = () => {
    const statement = { charged: 0, end: () => Promise.resolve() };
    const ran = time.measure(
      (ms) => {
        statement.charged += ms;
      },
      () =>
        new Promise<void>((resolve) => {
          statement.end = () => {
            resolve();
            return ran;
          };
        }),
    );
    return statement;
  };
  /** Advances time while the engine uses some of the processors. */
  const pass = (ms: number, processorMs: number) => {
    now += ms;
    used += processorMs;
  };
  return { time, begin, pass };
}

describe("a statement", () => {
  it("costs its processor time, however long it waits for a processor", async () => {
    const { begin, pass } = setUp();
    for (const wall of [100, 1_000]) {
      pass(5_000, 3_000);
      const statement = begin();
      pass(wall, 80);
      await statement.end();
      expect(statement.charged).toBe(80);
    }
  });

  it("shares processor time with concurrent statements", async () => {
    const { begin, pass } = setUp();
    const [long, short] = [begin(), begin()];
    pass(10, 20);
    await short.end();
    pass(30, 30);
    await long.end();
    expect([long.charged, short.charged]).toEqual([40, 10]);
  });

  it("is not charged for a concurrent import", async () => {
    const { time, begin, pass } = setUp();
    let endImport: () => void = () => undefined;
    const imported = time.measure(undefined, () => new Promise<void>((resolve) => (endImport = resolve)));
    const statement = begin();
    pass(10, 20);
    await statement.end();
    endImport();
    await imported;
    expect(statement.charged).toBe(10);
  });

  it("is charged at most its duration times the processors, whatever else the process does", async () => {
    const { begin, pass } = setUp();
    const statement = begin();
    pass(10, 500);
    await statement.end();
    expect(statement.charged).toBe(20);
  });

  it("is charged its duration if the processor time is unknown", async () => {
    const { begin, pass } = setUp({ read: () => null });
    const statement = begin();
    pass(10, 2);
    await statement.end();
    expect(statement.charged).toBe(10);
  });

  it("is charged the same by a delayed clock, once it responds", async () => {
    const answers: ((ms: number) => void)[] = [];
    const { begin, pass } = setUp({ read: () => new Promise<number>((resolve) => answers.push(resolve)) });
    vi.useFakeTimers();
    try {
      const statement = begin();
      answers.shift()?.(1_000);
      await vi.runAllTimersAsync();
      pass(100, 0);
      await statement.end();
      expect(statement.charged).toBe(0);
      answers.shift()?.(1_040);
      await vi.runAllTimersAsync();
      expect(statement.charged).toBe(40);
    } finally {
      vi.useRealTimers();
    }
  });
});
