import { useMutation, useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { type ReactNode, useId } from "react";
import type { AppRouter } from "#api";
import { formatCount, formatTimeLeft } from "#domain/text";
import { formatDate } from "../../format/formatDate";
import { None } from "../../format/Unknown";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Badge, type BadgeVariant } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { Progress } from "../../ui/display/Progress";
import { Skeleton } from "../../ui/display/Skeleton";
import { ConfirmButton } from "../settings/ConfirmButton";
import { Facts, Moment } from "./Facts";
import { useAdministration } from "./useAdministration";

type Networks = NonNullable<inferRouterOutputs<AppRouter>["administration"]["networks"]["networks"]>;
type Network = Networks[number];

/** Intervals of refetching while a network is read, and otherwise. */
const BUSY_MS = 2_000;
const IDLE_MS = 15_000;

const states = {
  reading: { words: "Reading", variant: "primary" },
  publishing: { words: "Computing figures", variant: "primary" },
  waiting: { words: "Waiting", variant: "secondary" },
  paused: { words: "Paused", variant: "outline" },
  stopped: { words: "Stopped", variant: "danger" },
  failed: { words: "Failed", variant: "danger" },
  interrupted: { words: "Interrupted", variant: "outline" },
  read: { words: "Up to date", variant: "success" },
  unread: { words: "Not read yet", variant: "outline" },
} as const satisfies Record<Network["state"], { words: string; variant: BadgeVariant }>;

const isBusy = ({ state }: Network) => state === "reading" || state === "publishing" || state === "waiting";

const isPlanning = ({ requestedPlan }: Network) =>
  requestedPlan !== null && requestedPlan.plan === null && requestedPlan.error === null;

/** Networks whose nodes are read: their progress, results and actions. Refetched while visible. */
export function NetworkList() {
  const { data, error } = useQuery({
    ...useTrpc().administration.networks.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.networks?.some((one) => isBusy(one) || isPlanning(one)) ? BUSY_MS : IDLE_MS,
  });
  if (error !== null && data === undefined) {
    return <ErrorState title="The networks could not be loaded">{errorMessage(error)}</ErrorState>;
  }
  return (
    <Card
      title="Ledger of transfers"
      description="Networks whose nodes are read, every hour, for the figures of their tokens."
      padded={false}
    >
      {data === undefined ? (
        <Skeleton className="m-4 h-40" />
      ) : data.networks === null ? (
        <EmptyState title="No network is read">{data.problem}</EmptyState>
      ) : (
        <ul className="divide-y">
          {data.networks.map((network) => (
            <NetworkItem key={network.network} {...network} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function NetworkItem(network: Network) {
  const { name, state, reason, pause, progress, last } = network;
  const id = useId();
  return (
    <li className="flex flex-col gap-3 px-4 py-3" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={id} className="flex flex-wrap items-center gap-2 font-medium text-md">
          {name}
          <Badge variant={states[state].variant}>{states[state].words}</Badge>
        </h3>
        {network.isReadable && <Actions {...network} />}
      </div>
      <Plan {...network} />
      {progress !== null && <ReadingProgress {...progress} />}
      {reason !== null && <p className="break-words text-md text-negative">{reason}</p>}
      {pause !== null && (
        <p className="break-words text-md">
          Paused by {pause.by} on <Moment at={pause.at} />. It is not read until it is resumed.
        </p>
      )}
      {state === "interrupted" && (
        <p className="text-md">
          The process ended while it was read. The next reading continues where it stopped.
        </p>
      )}
      {last === null ? (
        <Facts facts={[["Endpoints", <Lines key="" texts={network.endpoints} />]]} />
      ) : (
        <LastReading {...network} last={last} />
      )}
    </li>
  );
}

/** What reading it would take, once it was requested. */
function Plan({ requestedPlan }: Network) {
  if (requestedPlan === null) return null;
  const { plan, error } = requestedPlan;
  if (error !== null) return <p className="break-words text-md text-negative">No plan: {error}</p>;
  if (plan === null) return <Progress label="Planning by trial requests" value={null} />;
  const { blocks, tokens, endpoints, failures } = plan;
  return (
    <div className="flex flex-col gap-1 break-words text-md">
      <p>
        Plan: {formatCount(blocks, "block")} to read for {formatCount(tokens, "token")}.
      </p>
      <ul className="flex flex-col gap-1 text-sm">
        {endpoints.map(({ endpoint, requests, calls, transfers, seconds, limit }) => (
          <li key={endpoint}>
            <span className="break-all font-medium">{endpoint}</span>: about{" "}
            {formatCount(requests, "request")} with {formatCount(calls, "call")},{" "}
            {formatCount(transfers, "transfer")} and {formatTimeLeft(seconds)}.
            {limit !== null &&
              ` It accepts ${formatCount(limit.blocks, "block")} a request: ${limit.message}`}
          </li>
        ))}
        {failures.map(({ endpoint, reason }) => (
          <li key={`${endpoint} ${reason}`} className="text-negative">
            <span className="break-all font-medium">{endpoint}</span> cannot be used: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

const count = (value: number) => Math.round(value).toLocaleString("en-US");

function ReadingProgress(progress: NonNullable<Network["progress"]>) {
  const { wanted, total, done, blocksPerSecond, logsPerSecond, secondsLeft, logs } = progress;
  return (
    <div className="flex flex-col gap-1">
      <Progress
        label="Final blocks read"
        value={wanted === 0 ? 100 : Math.floor((100 * (wanted - total + done)) / wanted)}
      />
      <p className="text-muted text-sm tabular-nums">
        {count(blocksPerSecond)} blocks/s, {count(logsPerSecond)} logs/s
        {secondsLeft !== null && `, ${formatTimeLeft(secondsLeft)} left`}. {formatCount(logs, "transfer")}{" "}
        read since it began.
      </p>
    </div>
  );
}

function LastReading({
  last,
  state,
  progress,
  endpoints,
  verifications,
}: Network & { last: NonNullable<Network["last"]> }) {
  const unused = endpoints.filter(
    (one) => !last.endpoints.includes(one) && !last.failures.some(({ endpoint }) => endpoint === one),
  );
  return (
    <>
      <Facts
        facts={[
          [
            progress === null && state !== "reading" ? "Last read" : "Reading since",
            <Moment key="" at={last.endedAt ?? last.startedAt} />,
          ],
          ["Tokens", count(last.tokens)],
          ...(state === "reading"
            ? []
            : [
                ["Final blocks read", blocksWords(last)] as const,
                [
                  "Last reading",
                  `${formatCount(last.transfers, "transfer")} in ${formatCount(last.blocks, "block")}`,
                ] as const,
              ]),
          ["Last day with figures", last.lastDay === null ? <None key="" /> : formatDate(last.lastDay)],
          ["Compared with contracts", <Verification key="" verifications={verifications} />],
          [
            "Endpoints used",
            last.endpoints.length === 0 ? <None key="" /> : <Lines key="" texts={last.endpoints} />,
          ],
          ...(unused.length === 0 ? [] : [["Other endpoints", <Lines key="" texts={unused} />] as const]),
        ]}
      />
      <Reasons
        title="Endpoints that were not used"
        reasons={last.failures.map(({ endpoint, reason }) => ({ label: endpoint, reason }))}
      />
      <Reasons title="What the figures leave out" reasons={last.notes} />
      <Reasons title="Tokens that are not read" reasons={last.skipped} />
    </>
  );
}

function blocksWords({ wantedBlocks, readBlocks, finalBlock }: NonNullable<Network["last"]>): ReactNode {
  if (wantedBlocks === null || readBlocks === null) return <None />;
  const share = wantedBlocks === 0 ? 100 : Math.floor((1_000 * readBlocks) / wantedBlocks) / 10;
  return finalBlock === null ? `${share}%` : `${share}%, up to block ${count(finalBlock)}`;
}

const Lines = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <span key={text} className="block break-all">
      {text}
    </span>
  ));

function Verification({ verifications }: Pick<Network, "verifications">): ReactNode {
  if (verifications.length === 0) return "Not yet";
  const newest =
    verifications
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? "";
  const differing = verifications.filter(({ isVerified }) => !isVerified);
  const partial = verifications.filter(({ isVerified, problems }) => isVerified && problems.length > 0);
  const tokens = formatCount(verifications.length, "token");
  return (
    <>
      {differing.length > 0 ? (
        <span className="text-negative">
          {differing.length.toLocaleString("en-US")} of {tokens}{" "}
          {differing.length === 1 ? "differs" : "differ"}
        </span>
      ) : partial.length > 0 ? (
        `${tokens} equal, ${partial.length.toLocaleString("en-US")} in part`
      ) : (
        `${tokens} equal`
      )}
      <span className="block text-muted text-sm">
        <Moment at={newest} />
      </span>
    </>
  );
}

/** Folded, since catalogs have many tokens. */
function Reasons({
  title,
  reasons,
}: {
  title: string;
  reasons: readonly { label: string; reason: string }[];
}) {
  if (reasons.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">
        {title} ({reasons.length.toLocaleString("en-US")})
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {reasons.map(({ label, reason }) => (
          <li key={`${label} ${reason}`} className="break-words">
            <span className="break-all font-medium">{label}</span>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Actions(network: Network) {
  const { network: slug, name, state, pause } = network;
  const { administration } = useTrpc();
  const pausing = useMutation(
    administration.pauseNetwork.mutationOptions(useAdministration(`${name} is paused.`)),
  );
  const resuming = useMutation(
    administration.resumeNetwork.mutationOptions(useAdministration(`${name} is read again.`)),
  );
  const planning = useMutation(
    administration.planNetwork.mutationOptions(useAdministration(`${name} is being planned.`)),
  );
  const reading = useMutation(
    administration.readNetwork.mutationOptions(useAdministration(`${name} is being read.`)),
  );
  const input = { network: slug };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!isBusy(network) && state !== "read" && (
        <Button
          size="sm"
          aria-label={`Plan the reading of ${name}`}
          loading={planning.isPending}
          disabled={isPlanning(network)}
          onClick={() => planning.mutate(input)}
        >
          Plan
        </Button>
      )}
      {pause !== null ? (
        <Button
          size="sm"
          aria-label={`Resume ${name}`}
          loading={resuming.isPending}
          onClick={() => resuming.mutate(input)}
        >
          Resume
        </Button>
      ) : (
        <>
          {!isBusy(network) && state !== "stopped" && (
            <Button
              size="sm"
              aria-label={`${state === "failed" ? "Retry" : "Read"} ${name} now`}
              loading={reading.isPending}
              onClick={() => reading.mutate(input)}
            >
              {state === "failed" ? "Retry" : "Read now"}
            </Button>
          )}
          <ConfirmButton
            label="Pause"
            variant="outline"
            name={`Pause ${name}`}
            title={`Pause ${name}?`}
            description="It is not read until it is resumed, also after a restart. What was read stays, and its figures remain those of the last day."
            confirm="Pause"
            isBusy={pausing.isPending}
            onConfirm={() => pausing.mutate(input)}
          />
        </>
      )}
    </div>
  );
}
