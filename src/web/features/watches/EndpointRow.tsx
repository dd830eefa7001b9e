import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatInstant } from "../../format/formatDate";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { ShowButton } from "../../ui/controls/ShowButton";
import { Badge } from "../../ui/display/Badge";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { ConfirmButton } from "../settings/ConfirmButton";
import { ShownSecret } from "../settings/keys/ShownSecret";
import { DeliveryLine } from "./DeliveryLine";
import { type ListedEndpoint, useWatchesChange } from "./watchData";

export interface EndpointRowProps {
  endpoint: ListedEndpoint;
  canChange: boolean;
  organization: boolean;
}

/** An endpoint with its state, log and actions. */
export function EndpointRow({ endpoint, canChange, organization }: EndpointRowProps) {
  const { id, url, isPaused, pausedReason, failingSince } = endpoint;
  const { watches } = useTrpc();
  const [isLogOpen, setLogOpen] = useState(false);
  const rotate = useMutation(watches.rotateSecret.mutationOptions());
  const own = { organization, id };
  return (
    <>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-md">
          <code className="break-all font-mono text-sm">{url}</code>
          {isPaused && (
            <Badge variant={pausedReason === "" ? "secondary" : "danger"} size="xs">
              Paused
            </Badge>
          )}
        </p>
        {pausedReason !== "" && <p className="text-muted text-sm">{pausedReason}</p>}
        {!isPaused && failingSince !== null && (
          <p className="text-muted text-sm">
            Failing since <time dateTime={failingSince}>{formatInstant(failingSince)}</time>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1">
        <ShowButton what="log" of={url} isOpen={isLogOpen} onChange={setLogOpen} />
        {canChange && (
          <Changes
            endpoint={endpoint}
            organization={organization}
            onTested={() => setLogOpen(true)}
            isRotating={rotate.isPending}
            onRotate={() => rotate.mutate(own)}
          />
        )}
      </div>
      {rotate.error && (
        <p role="alert" className="text-md text-negative">
          {errorMessage(rotate.error)}
        </p>
      )}
      <div role="status">
        {rotate.data && (
          <ShownSecret key={rotate.data.secret} value={rotate.data.secret} said="Secret replaced." />
        )}
      </div>
      {isLogOpen && <DeliveryLog id={id} canChange={canChange} organization={organization} />}
    </>
  );
}

interface ChangesProps {
  endpoint: ListedEndpoint;
  organization: boolean;
  onTested: () => void;
  isRotating: boolean;
  onRotate: () => void;
}

function Changes({ endpoint, organization, onTested, isRotating, onRotate }: ChangesProps) {
  const { id, url, isPaused } = endpoint;
  const { watches } = useTrpc();
  const tested = useWatchesChange("Test sent. The log shows the response.");
  const test = useMutation(
    watches.testEndpoint.mutationOptions({
      ...tested,
      onSuccess: async () => {
        onTested();
        await tested.onSuccess();
      },
    }),
  );
  const pause = useMutation(
    watches.pauseEndpoint.mutationOptions(
      useWatchesChange(isPaused ? "Endpoint resumed." : "Endpoint paused."),
    ),
  );
  const remove = useMutation(watches.removeEndpoint.mutationOptions(useWatchesChange("Endpoint deleted.")));
  const own = { organization, id };
  return (
    <>
      {!isPaused && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Send test to ${url}`}
          loading={test.isPending}
          onClick={() => test.mutate(own)}
        >
          Send test
        </Button>
      )}
      <Button
        variant="secondary"
        size="sm"
        aria-label={`${isPaused ? "Resume" : "Pause"} ${url}`}
        loading={pause.isPending}
        onClick={() => pause.mutate({ ...own, isPaused: !isPaused })}
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <ConfirmButton
        label="New secret"
        name={`New secret for ${url}`}
        title="Replace the secret?"
        description="Deliveries are signed with the new secret immediately. Your application rejects them until you change it there."
        confirm="Replace"
        isBusy={isRotating}
        onConfirm={onRotate}
      />
      <ConfirmButton
        label="Delete"
        name={`Delete ${url}`}
        title="Delete this endpoint?"
        description="Watches that use it are kept, without a webhook. Its log is removed. This cannot be undone."
        confirm="Delete"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(own)}
      />
    </>
  );
}

/** Refetch interval of a log with a pending delivery. */
const REFRESH_MS = 2_000;

function DeliveryLog({
  id,
  canChange,
  organization,
}: {
  id: string;
  canChange: boolean;
  organization: boolean;
}) {
  const { watches } = useTrpc();
  const log = useQuery({
    ...watches.deliveries.queryOptions({ organization, id }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status, attempts }) => status === "pending" && attempts.length === 0)
        ? REFRESH_MS
        : false,
  });
  const redeliver = useMutation(watches.redeliver.mutationOptions(useWatchesChange("Delivery queued.")));
  if (log.isError) {
    return <ErrorState title="The log could not be loaded">{errorMessage(log.error)}</ErrorState>;
  }
  if (log.isPending) return <Skeleton className="h-16 w-full" />;
  if (log.data.length === 0) return <p className="text-muted text-sm">Nothing has been sent yet.</p>;
  return (
    <ol className="flex flex-col gap-3 text-sm">
      {log.data.map((delivery) => (
        <li key={delivery.id}>
          <DeliveryLine delivery={delivery}>
            {canChange && delivery.status !== "pending" && (
              <Button
                variant="secondary"
                size="xs"
                aria-label={`Send again: delivery of ${formatInstant(delivery.createdAt)}`}
                loading={redeliver.isPending}
                onClick={() => redeliver.mutate({ organization, id: delivery.id })}
              >
                Send again
              </Button>
            )}
          </DeliveryLine>
        </li>
      ))}
    </ol>
  );
}
