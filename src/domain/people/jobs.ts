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

/** What a process does beside answering: by its schedule, or because somebody told it to. */
export interface Job {
  name: string;
  label: string;
  /** `Daily at 00:05 UTC`; null for what runs on demand alone. */
  schedule: string | null;
  nextAt: string | null;
  /** The last one of this process; null where it has not run since the start. */
  last: JobRun | null;
  /** Runs since the start, and how many of them failed. */
  runs: number;
  failures: number;
}
