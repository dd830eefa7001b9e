import { useQuery } from "@tanstack/react-query";
import type { Job, JobOutcome } from "#domain/people";
import { None } from "../../format/Unknown";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { Moment } from "./Facts";

/** Formats a duration in milliseconds: `40 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`. */
export function durationWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  const inMinutes = Math.round(seconds / 60);
  return `${Math.floor(inMinutes / 60)} h ${inMinutes % 60} min`;
}

const outcomes = {
  running: { words: "Running", variant: "primary" },
  done: { words: "Done", variant: "success" },
  failed: { words: "Failed", variant: "danger" },
  stopped: { words: "Stopped", variant: "outline" },
} as const satisfies Record<JobOutcome, object>;

const columns: readonly SmallColumn<Job>[] = [
  {
    name: "job",
    header: "Job",
    flexible: true,
    cell: ({ label, schedule }) => (
      <span className="block min-w-0">
        <span className="block font-medium">{label}</span>
        <span className="block font-normal text-faint text-sm">{schedule ?? "On demand"}</span>
      </span>
    ),
  },
  {
    name: "last",
    header: "Last run",
    flexible: true,
    cell: ({ last }) =>
      last === null ? (
        <span className="text-muted">Not since startup</span>
      ) : (
        <span className="block min-w-0">
          <span className="inline-flex flex-wrap items-center gap-2">
            <Badge variant={outcomes[last.outcome].variant} size="xs">
              {outcomes[last.outcome].words}
            </Badge>
            <Moment at={last.startedAt} />
          </span>
          {last.progress !== null && (
            <span className="block break-words text-muted text-sm">
              {Math.floor(last.progress.share * 100)}%: {last.progress.message}
            </span>
          )}
          {last.error !== "" && <span className="block break-words text-sm">{last.error}</span>}
        </span>
      ),
  },
  {
    name: "duration",
    header: "Duration",
    numeric: true,
    cell: ({ last }) =>
      last === null || last.endedAt === null ? (
        <None />
      ) : (
        durationWords(Date.parse(last.endedAt) - Date.parse(last.startedAt))
      ),
  },
  {
    name: "runs",
    header: "Runs",
    numeric: true,
    cell: ({ runs, failures }) =>
      failures === 0
        ? runs.toLocaleString("en-US")
        : `${runs.toLocaleString("en-US")}, ${failures.toLocaleString("en-US")} failed`,
  },
  { name: "next", header: "Next run", flexible: true, cell: ({ nextAt }) => <Moment at={nextAt} /> },
];

/** Background jobs of the process and their latest results, refetched while visible. */
export function JobList() {
  const { data, error } = useQuery({
    ...useTrpc().administration.jobs.queryOptions(),
    refetchInterval: 5_000,
  });
  return (
    <Card title="Jobs" description="Background jobs of this process since startup." padded={false}>
      {error !== null && data === undefined && (
        <ErrorState title="The jobs could not be loaded">{errorMessage(error)}</ErrorState>
      )}
      {data === undefined && error === null && <Skeleton className="m-4 h-40" />}
      {data !== undefined && (
        <SmallTable
          caption="Jobs"
          columns={columns}
          rows={data}
          rowKey={({ name }) => name}
          perColumn={8}
          most={25}
          empty="No jobs are scheduled, and none have run since startup."
        />
      )}
    </Card>
  );
}
