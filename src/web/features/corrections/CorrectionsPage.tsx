import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import { formatDate } from "../../format/formatDate";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Pagination } from "../../ui/controls/Pagination";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { Moment } from "../administration/Facts";
import { RecordTabs } from "../records/RecordTabs";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { ConfirmButton } from "../settings/ConfirmButton";
import { PageHeader } from "../shell/PageHeader";
import { SearchLink } from "../table/query/SearchLink";
import { CorrectionStatus, useCorrection } from "./CorrectionStatus";
import { MarkForm } from "./MarkForm";
import { readMarkSearch } from "./markSearch";

type Mark = inferRouterOutputs<AppRouter>["imports"]["marks"]["marks"][number];

/** Values that were marked as wrong, and the form that marks one. */
export function CorrectionsPage() {
  const search = readMarkSearch({ ...useSearch({ strict: false }) });
  const { page: _, ...value } = search;
  return (
    <>
      <PageHeader
        title="Corrections"
        description="Single reported values that are wrong. A marked value is no longer used, and its explanation says why."
      />
      <RecordTabs />
      <CorrectionStatus />
      <div className="flex flex-col gap-4">
        <MarkForm key={JSON.stringify(value)} initial={value} />
        <MarkList page={search.page} />
      </div>
    </>
  );
}

const states = {
  superseded: { words: "Not used", variant: "danger" },
  corrected: { words: "Corrected by its source", variant: "success" },
  gone: { words: "Import taken back", variant: "outline" },
  restored: { words: "Restored", variant: "outline" },
} as const satisfies Record<Mark["state"], object>;

const EVERY_DIGIT = { maximumFractionDigits: 20 };

const columns: readonly SmallColumn<Mark>[] = [
  {
    name: "what",
    header: "Value",
    flexible: true,
    cell: ({ entity, isWhole, path, label, metric, date, source, file }) => (
      <span className="block min-w-0">
        <span className="block break-words font-medium">
          {path === null ? (
            entity
          ) : (
            <a href={path} className="hover:text-accent hover:underline">
              {entity}
            </a>
          )}
          {isWhole && <span className="font-normal text-faint"> whole asset</span>},{" "}
          <span title={metric}>{label}</span>
        </span>
        <span className="block break-words font-normal text-faint text-sm">
          <time dateTime={date}>{formatDate(date)}</time>, {source}
          {file !== "" && `, ${file}`}
        </span>
      </span>
    ),
  },
  {
    name: "value",
    header: "Reported",
    numeric: true,
    cell: ({ value, corrected }) => (
      <span className="inline-flex flex-col items-end">
        <data value={value}>{value.toLocaleString("en-US", EVERY_DIGIT)}</data>
        {corrected !== null && (
          <small className="text-faint">since {corrected.toLocaleString("en-US", EVERY_DIGIT)}</small>
        )}
      </span>
    ),
  },
  {
    name: "reason",
    header: "Reason",
    flexible: true,
    cell: ({ reason, markedBy, markedAt }) => (
      <span className="block min-w-0">
        <span className="wrap-anywhere block">{reason}</span>
        <span className="wrap-anywhere block text-faint text-sm">
          {markedBy}, <Moment at={markedAt} />
        </span>
      </span>
    ),
  },
  {
    name: "state",
    header: "State",
    cell: ({ state, liftedAt, liftedBy }) => (
      <span className="block min-w-0">
        <Badge variant={states[state].variant} size="xs">
          {states[state].words}
        </Badge>
        {liftedAt !== null && (
          <span className="wrap-anywhere block text-faint text-sm">
            {liftedBy}, <Moment at={liftedAt} />
          </span>
        )}
      </span>
    ),
  },
  {
    name: "restore",
    header: "Change",
    screenOnly: true,
    cell: (mark) => (mark.state === "restored" ? null : <Restore mark={mark} />),
  },
];

function Restore({ mark: { id, entity, label, date, value, state } }: { mark: Mark }) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const isRunning = useCorrection().data?.state === "running";
  const restore = useMutation({
    ...trpc.imports.restore.mutationOptions(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.imports.correction.queryKey() }),
  });
  const consequence = {
    superseded: "The value counts again.",
    corrected: "Its source has reported another value since, which stays in use.",
    gone: "The value itself is not stored; if it is imported again, it counts.",
    restored: "",
  }[state];
  return (
    <>
      <ConfirmButton
        label="Restore"
        name={`Restore ${label} of ${entity} on ${date}`}
        title="Lift this mark?"
        description={`${label} of ${entity} on ${formatDate(date)}, ${value.toLocaleString("en-US", EVERY_DIGIT)}. ${consequence}`}
        confirm="Restore"
        isBusy={restore.isPending || isRunning}
        onConfirm={() => restore.mutate({ id })}
      />
      {restore.error !== null && (
        <span role="alert" className="block text-negative text-sm">
          {errorMessage(restore.error)}
        </span>
      )}
    </>
  );
}

function MarkList({ page }: { page: number }) {
  const { data, error, refetch } = useQuery({
    ...useTrpc().imports.marks.queryOptions({ page }),
    placeholderData: keepPreviousData,
  });
  if (error !== null && data === undefined) {
    return (
      <ErrorState
        title="The marked values could not be loaded"
        actions={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {errorMessage(error)}
      </ErrorState>
    );
  }
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  const { marks, pagination } = data;
  return (
    <Card
      title="Values marked as wrong"
      description={`${pagination.resultCount.toLocaleString("en-US")} in total, newest first.`}
      padded={false}
      footer={
        pagination.pageCount > 1 && (
          <Pagination
            label="Pages of marked values"
            page={page}
            pageCount={pagination.pageCount}
            linkTo={(to) => <SearchLink patch={{ page: to > 1 ? to : undefined }} />}
          />
        )
      }
    >
      {marks.length === 0 ? (
        <EmptyState title="No value is marked as wrong">
          Open the explanation of a figure and choose “Mark as wrong” at one of its observations, or use the
          form above.
        </EmptyState>
      ) : (
        <SmallTable
          caption="Values marked as wrong"
          columns={columns}
          rows={marks}
          rowKey={({ id }) => id}
          perColumn={8}
        />
      )}
    </Card>
  );
}
