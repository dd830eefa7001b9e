import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { watchCadences } from "#domain/watches";
import { formatInstant } from "../../format/formatDate";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button, buttonClass } from "../../ui/controls/Button";
import { ShowButton } from "../../ui/controls/ShowButton";
import { Badge } from "../../ui/display/Badge";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { useMailIsLogged } from "../people/signIn/useMailIsLogged";
import { ConfirmButton } from "../settings/ConfirmButton";
import { DeliveryLine } from "./DeliveryLine";
import { type ListedEndpoint, type ListedWatch, useWatchesChange } from "./watchData";

/** The firings of a watch, with the results of each email and webhook. */
function FiringLog({ id, organization }: { id: string; organization: boolean }) {
  const firings = useQuery(useTrpc().watches.firings.queryOptions({ organization, id }));
  if (firings.isError) {
    return <ErrorState title="The log could not be loaded">{errorMessage(firings.error)}</ErrorState>;
  }
  if (firings.isPending) return <Skeleton className="h-16 w-full" />;
  if (firings.data.length === 0) return <p className="text-muted text-sm">This watch has not fired yet.</p>;
  return (
    <ol className="flex flex-col gap-3 text-sm">
      {firings.data.map((firing) => (
        <li key={firing.id} className="flex min-w-0 flex-col gap-1 break-words">
          <p>
            <time dateTime={firing.at} className="text-muted">
              {formatInstant(firing.at)}
            </time>{" "}
            {firing.text ?? "Not available to you"}
          </p>
          {firing.deliveries.map((delivery) => (
            <DeliveryLine key={delivery.id} delivery={delivery} />
          ))}
        </li>
      ))}
    </ol>
  );
}

const problemWords = { unavailable: "Not available to you", gone: "No longer in the catalog" } as const;

export interface WatchRowProps {
  watch: ListedWatch;
  endpoint: ListedEndpoint | null;
  canChange: boolean;
  organization: boolean;
}

/** A watch with its condition, channels, last firing and actions. */
export function WatchRow({ watch, endpoint, canChange, organization }: WatchRowProps) {
  const { id, name, subject, text, problem, isPaused, lastFiredAt } = watch;
  const [isLogOpen, setLogOpen] = useState(false);
  return (
    <>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium text-md">
          <span className="min-w-0 break-words">{name}</span>
          {isPaused && <Badge size="xs">Paused</Badge>}
          {problem !== "" && (
            <Badge variant="danger" size="xs">
              {problemWords[problem]}
            </Badge>
          )}
        </p>
        <p className="break-words text-muted text-sm">
          {subject.path === null ? (
            subject.name
          ) : (
            <Link to={subject.path} className="hover:text-accent hover:underline">
              {subject.name}
            </Link>
          )}
          : {text}
        </p>
        <p className="break-words text-muted text-sm">
          {channelWords(watch, endpoint, useMailIsLogged())}
          {". "}
          {lastFiredAt === null ? (
            "Has not fired yet."
          ) : (
            <>
              Last fired <time dateTime={lastFiredAt}>{formatInstant(lastFiredAt)}</time>.
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-1">
        <ShowButton what="log" of={name} isOpen={isLogOpen} onChange={setLogOpen} />
        {canChange && <Changes watch={watch} organization={organization} />}
      </div>
      {isLogOpen && <FiringLog id={id} organization={organization} />}
    </>
  );
}

/** Describes the channels of a watch, and why a notification cannot be delivered. */
function channelWords(
  { cadence }: ListedWatch,
  endpoint: ListedEndpoint | null,
  mailIsLogged: boolean,
): string {
  const mail = watchCadences.find((one) => one.cadence === cadence);
  const words = [
    ...(mail === undefined
      ? []
      : [
          `Email ${mail.label.toLowerCase()}${mailIsLogged ? " (not sent: no mail server is configured)" : ""}`,
        ]),
    ...(endpoint === null
      ? []
      : [`Webhook to ${new URL(endpoint.url).host}${endpoint.isPaused ? " (paused)" : ""}`]),
  ];
  return words.length === 0 ? "No email or webhook" : words.join(", ");
}

function Changes({ watch, organization }: { watch: ListedWatch; organization: boolean }) {
  const { id, name, isPaused } = watch;
  const { watches } = useTrpc();
  const pause = useMutation(
    watches.pause.mutationOptions(useWatchesChange(isPaused ? "Watch resumed." : "Watch paused.")),
  );
  const remove = useMutation(watches.remove.mutationOptions(useWatchesChange("Watch deleted.")));
  return (
    <>
      <Link
        to="/settings/watches"
        search={{ ...(organization && { of: "organization" as const }), edit: id }}
        className={buttonClass({ variant: "secondary", size: "sm" })}
        aria-label={`Edit ${name}`}
      >
        Edit
      </Link>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`${isPaused ? "Resume" : "Pause"} ${name}`}
        loading={pause.isPending}
        onClick={() => pause.mutate({ organization, id, isPaused: !isPaused })}
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <ConfirmButton
        label="Delete"
        name={`Delete ${name}`}
        title={`Delete ${name}?`}
        description="The watch and its log are removed. This cannot be undone."
        confirm="Delete"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ organization, id })}
      />
    </>
  );
}
