/** `stopped`: ended early because the process was stopped; the next start completes it. */
export type JobOutcome = "running" | "done" | "failed" | "stopped";

/** One run of a job. Times are ISO 8601. */
export interface JobRun {
  startedAt: string;
  endedAt: string | null;
  outcome: JobOutcome;
  /** Progress of a running job, 0 to 1, with its current step; null if the job does not report it. */
  progress: { share: number; message: string } | null;
  /** Reason of the failure; blank otherwise. */
  error: string;
}

/** A background task of a process: scheduled, or started by an administrator. */
export interface Job {
  name: string;
  label: string;
  /** `Daily at 00:05 UTC`; null for tasks that run only on demand. */
  schedule: string | null;
  nextAt: string | null;
  /** The last run in this process; null if it has not run since the start. */
  last: JobRun | null;
  /** Runs since the start, and failed runs. */
  runs: number;
  failures: number;
}
