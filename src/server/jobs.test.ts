import { expect, onTestFinished, test, vi } from "vitest";
import { InvalidError } from "#domain/errors";
import { createJobs } from "./jobs";
import { StoppedError } from "./writerQueue";

test("reports the progress of a running job, and its result", async () => {
  const jobs = createJobs();
  let finish: (answer: string) => void = () => undefined;
  const running = jobs.run("import", (report) => {
    report(0.4, "prices.csv");
    return new Promise<string>((resolve) => {
      finish = resolve;
    });
  });
  expect(jobs.list()).toMatchObject([
    {
      name: "import",
      schedule: null,
      nextAt: null,
      runs: 1,
      failures: 0,
      last: { outcome: "running", endedAt: null, progress: { share: 0.4, message: "prices.csv" } },
    },
  ]);
  finish("taken in");
  expect(await running).toBe("taken in");
  expect(jobs.list()[0]?.last).toMatchObject({ outcome: "done", progress: null, error: "" });
  expect(jobs.list()[0]?.last?.endedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test("reports the message of a failed job if the error is ours, and counts failures; a stopped job has not failed", async () => {
  const jobs = createJobs();
  const fail = (error: Error) => jobs.run("news.read", () => Promise.reject(error)).catch((thrown) => thrown);
  const last = () => jobs.list()[0];
  expect(await fail(new InvalidError("The feed is no XML."))).toBeInstanceOf(InvalidError);
  expect(last()).toMatchObject({ failures: 1, last: { outcome: "failed", error: "The feed is no XML." } });
  await fail(new Error("password=hunter2"));
  expect(last()).toMatchObject({ failures: 2, last: { error: "Internal error: see the log." } });
  await fail(new StoppedError());
  expect(last()).toMatchObject({ runs: 3, failures: 2, last: { outcome: "stopped", error: "" } });
});

test("lists scheduled jobs first, with their next time in UTC, whether they ran or not", async () => {
  const jobs = createJobs();
  await jobs.run("import", async () => undefined);
  const { stop } = jobs.schedule(
    "watches",
    { pattern: "20 3 * * *", words: "Daily at 03:20 UTC" },
    async () => {},
  );
  const [watches, imports] = jobs.list();
  expect(watches).toMatchObject({ name: "watches", schedule: "Daily at 03:20 UTC", last: null, runs: 0 });
  expect(watches?.nextAt).toMatch(/T03:20:00\.000Z$/);
  expect(imports).toMatchObject({ name: "import", schedule: null });
  stop();
});

test("does not start a job that is still running", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 1, 4) });
  onTestFinished(() => void vi.useRealTimers());
  let starts = 0;
  let finish: () => void = () => undefined;
  const { stop } = createJobs().schedule("watches", { pattern: "* * * * *", words: "Every minute" }, () => {
    starts += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await vi.advanceTimersByTimeAsync(180_000);
  expect(starts).toBe(1);
  finish();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(starts).toBe(2);
  stop();
});

test("counts a run as failed whose result says so", async () => {
  const jobs = createJobs();
  const run = (failure: string | null) =>
    jobs.run(
      "chain.sync",
      async () => "read",
      () => failure,
    );
  expect(await run("one of two could not be read")).toBe("read");
  expect(jobs.list()[0]).toMatchObject({
    failures: 1,
    last: { outcome: "failed", error: "one of two could not be read" },
  });
  await run(null);
  expect(jobs.list()[0]).toMatchObject({ runs: 2, failures: 1, last: { outcome: "done", error: "" } });
});
