import { Cron } from "croner";
import { DomainError } from "#domain/errors";
import type { Job, JobRun } from "#domain/people";
import { type ScheduledSource, scheduledSources } from "#ingest";
import { StoppedError } from "./writerQueue";

const jobLabels = {
  import: "File imports",
  export: "Complete exports",
  "dataSets.write": "Nightly files",
  "catalog.load": "Catalog",
  "chain.sync": "Ledger of transfers",
  "chain.follow": "Newest blocks",
  "investments.move": "Investment openings and closings",
  "datedFigures.forget": "Expired former figure cleanup",
  "sample.load": "Sample data, on demand",
  "sample.refresh": "Sample data",
  "sample.clear": "Sample data removal",
  "downloads.sweep": "Expired download cleanup",
  "uploads.sweep": "Unused upload cleanup",
  "people.forget": "Expired session and code cleanup",
  watches: "Watches",
} as const satisfies Record<string, string>;

/** Our own jobs, and readings of sources. */
export type JobName = keyof typeof jobLabels | ScheduledSource["name"];

export const isJobName = (name: string): name is JobName =>
  Object.hasOwn(jobLabels, name) || name.endsWith(".read");

/** Reports the progress of a job. */
export type JobReport = (share: number, message: string) => void;

/** Background jobs of this process and their results, in memory, for the operator. */
export interface Jobs {
  /**
   * Runs a job and records its progress and result; rethrows its errors.
   * @param failureOf why a run that has ended failed nevertheless; null if it did not. Default: never
   */
  run<T>(
    name: JobName,
    work: (report: JobReport) => Promise<T>,
    failureOf?: (result: T) => string | null,
  ): Promise<T>;
  /** Schedules work, which records itself by `run`. Runs do not overlap. */
  schedule(
    name: JobName,
    schedule: ScheduledSource["schedule"],
    work: () => Promise<unknown>,
  ): { stop: () => void };
  /** Name of a job for administrators. */
  labelOf(name: JobName): string;
  /** Scheduled jobs first, then those that ran since the start. */
  list(): Job[];
}

interface Entry {
  words: string | null;
  next: () => Date | null;
  last: JobRun | null;
  runs: number;
  failures: number;
}

export function createJobs(sources: readonly ScheduledSource[] = scheduledSources): Jobs {
  const labels = new Map<string, string>([
    ...Object.entries(jobLabels),
    ...sources.map(({ name, label }) => [name, label] as const),
  ]);
  const labelOf = (name: JobName) => labels.get(name) ?? name;
  const entries = new Map<JobName, Entry>();
  const entryOf = (name: JobName): Entry => {
    const known = entries.get(name) ?? { words: null, next: () => null, last: null, runs: 0, failures: 0 };
    entries.set(name, known);
    return known;
  };
  return {
    run: async (name, work, failureOf) => {
      const entry = entryOf(name);
      const run: JobRun = {
        startedAt: new Date().toISOString(),
        endedAt: null,
        outcome: "running",
        progress: null,
        error: "",
      };
      entry.last = run;
      entry.runs += 1;
      const end = (outcome: JobRun["outcome"], error = "") => {
        Object.assign(run, { endedAt: new Date().toISOString(), outcome, error, progress: null });
      };
      try {
        const result = await work((share, message) => {
          run.progress = { share, message };
        });
        const failure = failureOf?.(result) ?? null;
        if (failure === null) end("done");
        else {
          entry.failures += 1;
          end("failed", failure);
        }
        return result;
      } catch (error) {
        if (error instanceof StoppedError) end("stopped");
        else {
          entry.failures += 1;
          end("failed", error instanceof DomainError ? error.message : "Internal error: see the log.");
        }
        throw error;
      }
    },
    schedule: (name, { pattern, words }, work) => {
      // Waits for the work it started. Errors are recorded and reported where the work was started.
      const cron = new Cron(
        pattern,
        { timezone: "UTC", unref: true, protect: true, catch: true },
        async () => {
          await work();
        },
      );
      Object.assign(entryOf(name), { words, next: () => cron.nextRun() });
      return { stop: () => cron.stop() };
    },
    labelOf,
    list: () => {
      const known = [...entries].sort(([a, one], [b, other]) => {
        const isScheduled = Number(other.words !== null) - Number(one.words !== null);
        return isScheduled || labelOf(a).localeCompare(labelOf(b), "en");
      });
      return known.map(([name, { words, next, last, runs, failures }]) => ({
        name,
        label: labelOf(name),
        schedule: words,
        nextAt: next()?.toISOString() ?? null,
        last: last === null ? null : { ...last },
        runs,
        failures,
      }));
    },
  };
}
