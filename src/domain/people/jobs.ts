/** What a process does beside answering: by its schedule, or because somebody told it to. */
export const jobLabels = {
  import: "File imports",
  export: "Complete exports",
  "dataSets.write": "Nightly files",
  "catalog.load": "Catalog",
  "investments.move": "Investment openings and closings",
  "news.read": "News feeds",
  "sample.load": "Sample data, on demand",
  "sample.refresh": "Sample data",
  "sample.clear": "Sample data removal",
  "downloads.sweep": "Expired download cleanup",
  "people.forget": "Expired session and code cleanup",
  watches: "Watches",
} as const satisfies Record<string, string>;

export type JobName = keyof typeof jobLabels;

export const isJobName = (name: string): name is JobName => Object.hasOwn(jobLabels, name);

/** `stopped`: ended early because the process was asked to stop; the next start completes it. */
export type JobOutcome = "running" | "done" | "failed" | "stopped";

/** One time that a job ran. Moments are ISO 8601. */
export interface JobRun {
  startedAt: string;
  endedAt: string | null;
  outcome: JobOutcome;
  /** How far a running one is, 0 to 1, and what it is at; null where it does not tell. */
  progress: { share: number; message: string } | null;
  /** Why it failed; blank otherwise. */
  error: string;
}

export interface Job {
  name: JobName;
  /** `Daily at 00:05 UTC`; null for what runs on demand alone. */
  schedule: string | null;
  nextAt: string | null;
  /** The last one of this process; null where it has not run since the start. */
  last: JobRun | null;
  /** Runs since the start, and how many of them failed. */
  runs: number;
  failures: number;
}
