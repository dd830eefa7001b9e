import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferOutput } from "@trpc/tanstack-react-query";
import { useState } from "react";
import { formatDate } from "../../format/formatDate";
import type { ApiOptions } from "../../rpc/apiOptions";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { ErrorState } from "../../ui/display/ErrorState";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { type FieldProblems, useForm } from "../settings/useForm";
import { useCorrection } from "./CorrectionStatus";
import { AffectedPages, FigureChanges } from "./FigureChanges";
import { type MarkSearch, valueRequest } from "./markSearch";
import { PreviewLoading, previewOptions, usePreviewFocus } from "./preview";

type Value = Omit<MarkSearch, "page">;

/** Errors of the parts that are missing. */
function missingParts({ entity, metric, date }: Value): FieldProblems {
  return {
    ...(entity.trim() === "" && { entity: "Enter an asset or token." }),
    ...(metric.trim() === "" && { metric: "Enter a metric." }),
    ...(date === "" && { date: "Choose a day." }),
  };
}

const isComplete = (value: Value) => Object.keys(missingParts(value)).length === 0;

/** The choice of a value sends nothing itself: its preview does. */
const noMutation = { isPending: false, isError: false, reset: () => undefined };

/** The choice of a reported value, and once it is made, what marking it would change. */
export function MarkForm({ initial }: { initial: Value }) {
  const [value, setValue] = useState(initial);
  const [shown, setShown] = useState<Value | null>(isComplete(initial) ? initial : null);
  const isRunning = useCorrection().data?.state === "running";
  const { problems, submit, clear } = useForm({
    mutation: noMutation,
    check: () => missingParts(value),
    send: () => setShown(value),
  });
  const set = (change: Partial<Value>) => {
    setValue({ ...value, ...change });
    setShown(null);
    clear(...Object.keys(change));
  };
  return (
    <>
      <Card
        title="Mark a value as wrong"
        description="Nothing changes until you confirm. The value is kept, and the mark can be lifted."
      >
        <Form className="flex flex-col gap-4" onSubmit={submit}>
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <TextField
              name="entity"
              label="Asset or token"
              hint="As in files, such as usdc or usdc-ethereum."
              autoComplete="off"
              value={value.entity}
              error={problems.entity}
              onChange={(entity) => set({ entity })}
            />
            <TextField
              name="metric"
              label="Metric"
              hint="Such as price_dollar."
              autoComplete="off"
              value={value.metric}
              error={problems.metric}
              onChange={(metric) => set({ metric })}
            />
            <TextField
              name="date"
              label="Day"
              type="date"
              value={value.date}
              error={problems.date}
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

/** What marking a value as wrong would change, and the form that does it. */
function MarkPreview({ value, ...actions }: MarkPreviewProps) {
  const { data, error } = useQuery({
    ...useTrpc().imports.previewSupersede.queryOptions(valueRequest(value)),
    ...previewOptions,
  });
  const region = usePreviewFocus(data !== undefined || error !== null);
  if (data === undefined && error === null) {
    return <PreviewLoading text="Computing the figures without this value…" />;
  }
  return (
    <div ref={region} tabIndex={-1} className="flex scroll-mt-topbar flex-col gap-4 outline-none">
      {data === undefined || error !== null ? (
        <ErrorState title="This value cannot be marked">{errorMessage(error)}</ErrorState>
      ) : (
        <>
          <MarkConfirmation reported={data} {...actions} />
          <FigureChanges
            figures={data.figures}
            changes={data.changes}
            note={`Of ${formatDate(data.date)}.`}
          />
          <AffectedPages pages={data.pages} />
        </>
      )}
    </div>
  );
}

type Reported = inferOutput<ApiOptions["imports"]["previewSupersede"]>;

function MarkConfirmation({
  reported: { entity, isWhole, metric, label, date, value, source, file },
  onStarted,
  onCancel,
}: { reported: Reported } & Omit<MarkPreviewProps, "value">) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const [signature, setSignature] = useState("");
  const supersede = useMutation({
    ...trpc.imports.supersede.mutationOptions(),
    onSuccess: onStarted,
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.imports.correction.queryKey() }),
  });
  const { problems, submit, clear } = useForm({
    mutation: supersede,
    check: () => (reason.trim() === "" ? { reason: "Say why the value is wrong." } : null),
    send: (then) =>
      supersede.mutate(
        // By its slugs: the audit log has the request.
        { entity, metric, date, source, value, reason: reason.trim(), signature: signature.trim() },
        then,
      ),
  });
  return (
    <Card title="The value">
      <p className="break-words text-md">
        {label} of {entity}
        {isWhole && " (whole asset)"} on <time dateTime={date}>{formatDate(date)}</time>:{" "}
        <strong>
          <data value={value}>{value.toLocaleString("en-US", { maximumFractionDigits: 20 })}</data>
        </strong>
        , reported by {source}
        {file !== "" && ` in ${file}`}.
      </p>
      <Form className="mt-4 flex flex-col gap-4" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="reason"
            label="Reason"
            hint="Readers see it in the explanation of the figure."
            autoComplete="off"
            maxLength={500}
            value={reason}
            error={problems.reason}
            onChange={(next) => {
              setReason(next);
              clear("reason");
            }}
          />
          <TextField
            name="signature"
            label="Signed (optional)"
            hint="How readers see who marked it. Default: an administrator. The audit log has your account."
            autoComplete="off"
            maxLength={80}
            value={signature}
            error={problems.signature}
            onChange={(next) => {
              setSignature(next);
              clear("signature");
            }}
          />
        </div>
        {supersede.error !== null && !problems.reason && !problems.signature && (
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
  );
}
