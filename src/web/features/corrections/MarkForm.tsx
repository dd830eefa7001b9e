import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { formatDate } from "../../format/formatDate";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { useCorrection } from "./CorrectionStatus";
import { AffectedPages, FigureChanges } from "./FigureChanges";
import { type MarkSearch, valueRequest } from "./markSearch";

type Value = Omit<MarkSearch, "page">;

const isComplete = ({ entity, metric, date }: Value) =>
  entity.trim() !== "" && metric.trim() !== "" && date !== "";

/** The choice of a reported value, and once it is made, what marking it would change. */
export function MarkForm({ initial }: { initial: Value }) {
  const [value, setValue] = useState(initial);
  const [shown, setShown] = useState<Value | null>(isComplete(initial) ? initial : null);
  const [problem, setProblem] = useState<string | null>(null);
  const isRunning = useCorrection().data?.state === "running";
  const set = (change: Partial<Value>) => {
    setValue({ ...value, ...change });
    setShown(null);
    setProblem(null);
  };
  return (
    <>
      <Card
        title="Mark a value as wrong"
        description="Nothing changes until you confirm. The value is kept, and the mark can be lifted."
      >
        <Form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (isComplete(value)) setShown(value);
            else setProblem("Fill in the asset or token, the metric and the day.");
          }}
        >
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <TextField
              name="entity"
              label="Asset or token"
              hint="As in files, such as usdc or usdc-ethereum."
              autoComplete="off"
              value={value.entity}
              onChange={(entity) => set({ entity })}
            />
            <TextField
              name="metric"
              label="Metric"
              hint="Such as price_dollar."
              autoComplete="off"
              value={value.metric}
              onChange={(metric) => set({ metric })}
            />
            <TextField
              name="date"
              label="Day"
              type="date"
              value={value.date}
              onChange={(date) => set({ date })}
            />
            <TextField
              name="source"
              label="Source (optional)"
              hint="If several report the figure."
              autoComplete="off"
              value={value.source}
              onChange={(source) => set({ source })}
            />
          </div>
          {problem !== null && (
            <p role="alert" className="text-md text-negative">
              {problem}
            </p>
          )}
          <div>
            <SubmitButton disabled={isRunning}>Show what would change</SubmitButton>
          </div>
        </Form>
      </Card>
      {shown !== null && !isRunning && (
        <MarkPreview value={shown} onStarted={() => setShown(null)} onCancel={() => setShown(null)} />
      )}
    </>
  );
}

interface MarkPreviewProps {
  value: Value;
  onStarted: () => void;
  onCancel: () => void;
}

function MarkPreview({ value, onStarted, onCancel }: MarkPreviewProps) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const request = valueRequest(value);
  const [reason, setReason] = useState("");
  const [signature, setSignature] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { data, error } = useQuery({
    ...trpc.imports.previewSupersede.queryOptions(request),
    // What is confirmed must be what is stored.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const supersede = useMutation({
    ...trpc.imports.supersede.mutationOptions(),
    onSuccess: onStarted,
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.imports.correction.queryKey() }),
  });
  const region = useRef<HTMLDivElement>(null);
  const isReady = data !== undefined || error !== null;
  // Effect: the result appears below the button that was pressed.
  useEffect(() => {
    if (isReady) region.current?.focus();
  }, [isReady]);
  if (error !== null) {
    return (
      <div ref={region} tabIndex={-1} className="outline-none">
        <ErrorState title="This value cannot be marked">{errorMessage(error)}</ErrorState>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <Card title="What would change">
        <p role="status" className="mb-2 text-muted text-sm">
          Computing the figures without this value…
        </p>
        <Skeleton className="h-40 w-full" />
      </Card>
    );
  }
  const {
    entity,
    isWhole,
    metric,
    label,
    date,
    value: reported,
    source,
    file,
    figures,
    changes,
    pages,
  } = data;
  return (
    <div ref={region} tabIndex={-1} className="flex scroll-mt-topbar flex-col gap-4 outline-none">
      <Card title="The value">
        <p className="break-words text-md">
          {label} of {entity}
          {isWhole && " (whole asset)"} on <time dateTime={date}>{formatDate(date)}</time>:{" "}
          <strong>
            <data value={reported}>{reported.toLocaleString("en-US", { maximumFractionDigits: 20 })}</data>
          </strong>
          , reported by {source}
          {file !== "" && ` in ${file}`}.
        </p>
        <Form
          className="mt-4 flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (supersede.isPending) return;
            if (reason.trim() === "") setProblem("Say why the value is wrong.");
            else {
              supersede.mutate({
                // By its slugs: the audit log has the request.
                entity,
                metric,
                date,
                source,
                value: reported,
                reason: reason.trim(),
                signature: signature.trim(),
              });
            }
          }}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="reason"
              label="Reason"
              hint="Readers see it in the explanation of the figure."
              autoComplete="off"
              maxLength={500}
              value={reason}
              error={problem}
              onChange={(next) => {
                setReason(next);
                setProblem(null);
              }}
            />
            <TextField
              name="signature"
              label="Signed (optional)"
              hint="How readers see who marked it. Default: an administrator. The audit log has your account."
              autoComplete="off"
              maxLength={80}
              value={signature}
              onChange={setSignature}
            />
          </div>
          {supersede.error !== null && (
            <p role="alert" className="break-words text-md text-negative">
              {errorMessage(supersede.error)}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" loading={supersede.isPending}>
              Mark as wrong
            </Button>
            <Button onClick={onCancel}>Cancel</Button>
          </div>
        </Form>
      </Card>
      <FigureChanges figures={figures} changes={changes} note={`Of ${formatDate(date)}.`} />
      <AffectedPages pages={pages} />
    </div>
  );
}
