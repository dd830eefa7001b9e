import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refetchChanged } from "../../rpc/refetchChanged";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { Progress } from "../../ui/display/Progress";

/** Polling interval of a running correction. */
const POLL_MS = 500;

/** What a correction does, while it runs and after it has ended. */
const words = {
  "imports.undo": { running: "Taking back", done: "Taken back", failed: "Not taken back" },
  "observations.supersede": { running: "Marking as wrong", done: "Marked as wrong", failed: "Not marked" },
  "observations.restore": { running: "Restoring", done: "Mark lifted", failed: "Not restored" },
} as const;

/** The caller's latest correction, polled while it runs. */
export const useCorrection = () =>
  useQuery({
    ...useTrpc().imports.correction.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? POLL_MS : false),
  });

/** Progress and result of the caller's latest correction; nothing without one. */
export function CorrectionStatus() {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const { data: correction } = useCorrection();
  const close = useMutation({
    ...trpc.imports.closeCorrection.mutationOptions(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.imports.correction.queryKey() }),
  });
  const state = correction?.state ?? null;
  const known = useRef(state);
  // Effect: a correction that has ended changes every figure that was fetched before.
  useEffect(() => {
    const hasEnded = known.current === "running" && state !== "running";
    known.current = state;
    if (!hasEnded) return;
    queryClient.removeQueries({ type: "inactive" });
    const own = JSON.stringify(trpc.imports.correction.queryKey());
    void refetchChanged(queryClient, { predicate: ({ queryKey }) => JSON.stringify(queryKey) !== own });
  }, [state, queryClient, trpc]);
  if (correction === null || correction === undefined) return null;
  const { id, operation, subject, progress, message } = correction;
  return (
    <Card
      title={`${words[operation][correction.state]}: ${subject}`}
      className="mb-4"
      actions={
        state !== "running" && (
          <Button size="sm" loading={close.isPending} onClick={() => close.mutate({ id })}>
            Dismiss
          </Button>
        )
      }
    >
      {progress !== null && (
        <Progress label={progress.message} value={Math.floor(Math.min(1, progress.share) * 100)} />
      )}
      <p
        role={state === "failed" ? "alert" : "status"}
        className={state === "failed" ? "break-words text-md text-negative" : "break-words text-md"}
      >
        {state === "running" ? (
          <span className="text-muted text-sm">It continues if you leave this page.</span>
        ) : (
          message
        )}
      </p>
      {state === "done" && (
        <p className="mt-1 text-md">
          <a href={`/admin/audit_log?q=${encodeURIComponent(subject)}`} className="underline">
            Entry in the audit log
          </a>
        </p>
      )}
    </Card>
  );
}
