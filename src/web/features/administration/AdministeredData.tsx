import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { inferRouterOutputs } from "@trpc/server";
import { Download } from "lucide-react";
import type { AppRouter } from "#api";
import { formatCount } from "#domain/text";
import { openFlags } from "#domain/vocabulary";
import { formatDate } from "../../format/formatDate";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Pagination } from "../../ui/controls/Pagination";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { RecordTabs } from "../records/RecordTabs";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { ConfirmButton } from "../settings/ConfirmButton";
import { PageHeader } from "../shell/PageHeader";
import { SourceTable } from "../sources/SourceTable";
import { readDataSearch } from "./dataSearch";
import { FileList } from "./FileList";
import { FlagList } from "./FlagList";
import { JobList } from "./JobList";
import { NetworkList } from "./NetworkList";
import { RejectedRow } from "./RejectedRow";
import { useAdministration } from "./useAdministration";

type Quarantine = inferRouterOutputs<AppRouter>["administration"]["quarantine"];
type Kind = Quarantine["kinds"][number];
type Rejected = Quarantine["rows"][number];
type Unserved = Quarantine["unserved"][number];

const kindColumns: readonly SmallColumn<Kind>[] = [
  {
    name: "file",
    header: "File",
    cell: ({ file }) => (
      <Link to="/admin/data" search={{ file }} className="break-all hover:text-accent hover:underline">
        {file}
      </Link>
    ),
  },
  { name: "kind", header: "Reason", flexible: true, cell: ({ kind }) => kind },
  { name: "rows", header: "Rows", numeric: true, cell: ({ rows }) => rows.toLocaleString("en-US") },
  {
    name: "lines",
    header: "Lines",
    cell: ({ firstLine, lastLine }) =>
      firstLine === lastLine
        ? firstLine.toLocaleString("en-US")
        : `${firstLine.toLocaleString("en-US")}–${lastLine.toLocaleString("en-US")}`,
  },
];

const rowColumns: readonly SmallColumn<Rejected>[] = [
  {
    name: "line",
    header: "Line",
    cell: ({ file, line }) => (
      <span className="break-all">
        {file}:{line}
      </span>
    ),
  },
  {
    name: "reason",
    header: "Reason",
    flexible: true,
    cell: (rejected) => <RejectedRow {...rejected} />,
  },
];

const unservedColumns: readonly SmallColumn<Unserved>[] = [
  { name: "source", header: "Source", cell: ({ source }) => <span className="break-all">{source}</span> },
  {
    name: "entity",
    header: "Asset or token",
    cell: ({ asset, token }) => token ?? `${asset} (whole asset)`,
  },
  { name: "metric", header: "Metric", cell: ({ metric }) => <span className="break-all">{metric}</span> },
  { name: "why", header: "Reason", flexible: true, cell: ({ why }) => why },
  { name: "values", header: "Values", numeric: true, cell: ({ values }) => values.toLocaleString("en-US") },
  {
    name: "days",
    header: "Dates",
    cell: ({ firstDay, lastDay }) =>
      firstDay === lastDay ? formatDate(firstDay) : `${formatDate(firstDay)} – ${formatDate(lastDay)}`,
  },
];

type Outside = inferRouterOutputs<AppRouter>["administration"]["outsideCatalog"]["listings"][number];

const outsideColumns: readonly SmallColumn<Outside>[] = [
  {
    name: "listing",
    header: "Asset or token",
    flexible: true,
    cell: ({ name, kind, id }) => (
      <span className="break-all">
        {name} <span className="font-normal text-faint text-sm">{kind === "asset" && `id ${id}`}</span>
      </span>
    ),
  },
  {
    name: "figures",
    header: "Figures",
    numeric: true,
    cell: ({ figures }) => figures.toLocaleString("en-US"),
  },
  {
    name: "metrics",
    header: "Metrics",
    numeric: true,
    cell: ({ metrics }) => metrics.toLocaleString("en-US"),
  },
  {
    name: "days",
    header: "Dates",
    cell: ({ firstDay, lastDay }) =>
      firstDay === lastDay ? formatDate(firstDay) : `${formatDate(firstDay)} – ${formatDate(lastDay)}`,
  },
  {
    name: "files",
    header: "From",
    flexible: true,
    cell: ({ files }) => <span className="break-all">{files.join(", ")}</span>,
  },
];

/** Imported figures of assets and tokens that were removed from the catalog; nothing if there are none. */
function OutsideCatalog() {
  const { data, error } = useQuery(useTrpc().administration.outsideCatalog.queryOptions());
  if (error !== null && data === undefined) {
    return (
      <ErrorState title="Figures outside the catalog could not be loaded">{errorMessage(error)}</ErrorState>
    );
  }
  if (data === undefined || data.total === 0) return null;
  return (
    <Card
      title="Not in the catalog"
      description={`Imported figures of ${formatCount(data.total, "asset or token", "assets and tokens")} that the catalog does not have any more. They stay stored and are not shown; they return with the rows of the same ids.`}
      padded={false}
    >
      <SmallTable
        caption="Figures of assets and tokens that are not in the catalog"
        columns={outsideColumns}
        rows={data.listings}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        perColumn={8}
        most={25}
      />
    </Card>
  );
}

/** The features that are open to everyone, with switches. */
function OpenFeatures() {
  const { data, error } = useQuery(useTrpc().administration.openFeatures.queryOptions());
  if (error !== null) {
    return <ErrorState title="The features could not be loaded">{errorMessage(error)}</ErrorState>;
  }
  if (data === undefined) return <Skeleton className="h-40" />;
  const features = data.filter(({ flag }) => openFlags.includes(flag));
  return <FlagList kind="everyone" subject="" features={features} />;
}

/** Data sources, their freshness, rejected rows of imports, and features that are open to everyone. */
export function AdministeredData() {
  return (
    <>
      <PageHeader
        title="Data"
        description="Data sources and their freshness, networks whose nodes are read, background jobs, rejected import rows, and features open to everyone."
      />
      <RecordTabs />
      <div className="flex flex-col gap-4">
        <Sources />
        <FileList />
        <NetworkList />
        <JobList />
        <Rejections />
        <OutsideCatalog />
        <OpenFeatures />
      </div>
    </>
  );
}

function Sources() {
  const { data, error } = useQuery(useTrpc().market.allSources.queryOptions());
  if (error !== null && data === undefined) {
    return <ErrorState title="The sources could not be loaded">{errorMessage(error)}</ErrorState>;
  }
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  return (
    <Card title="Sources" padded={false}>
      <SourceTable sources={data} />
    </Card>
  );
}

/** Removes the quarantined rows of a file, or of all files. */
function PurgeQuarantine({ file }: { file: string | null }) {
  const purge = useMutation(
    useTrpc().administration.purgeQuarantine.mutationOptions(useAdministration("Quarantine purged.")),
  );
  const whose = file === null ? "all files" : file;
  return (
    <ConfirmButton
      label="Purge"
      name={`Purge the quarantine of ${whose}`}
      title={`Purge the quarantine of ${whose}?`}
      description="Removes rejected rows and warnings from this list. Stored figures are unchanged. This cannot be undone."
      confirm="Purge"
      isBusy={purge.isPending}
      onConfirm={() => purge.mutate({ file })}
    />
  );
}

function Rejections() {
  const { file = null, page = 1 } = readDataSearch({ ...useSearch({ strict: false }) });
  const { data, error } = useQuery({
    ...useTrpc().administration.quarantine.queryOptions({ file, page }),
    placeholderData: keepPreviousData,
  });
  if (error !== null && data === undefined) {
    return <ErrorState title="Rejected rows could not be loaded">{errorMessage(error)}</ErrorState>;
  }
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  const query = file === null ? "" : `?${new URLSearchParams({ file })}`;
  const total = data.pagination.resultCount.toLocaleString("en-US");
  return (
    <>
      <Card
        title="Quarantine"
        description={
          file === null
            ? "Rows rejected by imports or accepted with a warning, by file and reason."
            : `Rows of ${file}.`
        }
        padded={false}
        actions={
          <>
            {file !== null && (
              <Link to="/admin/data" className={buttonClass({ size: "sm" })}>
                All files
              </Link>
            )}
            {data.kinds.length > 0 && (
              <a href={`/export/quarantine.csv${query}`} download className={buttonClass({ size: "sm" })}>
                <Download aria-hidden="true" className="size-3.5" />
                CSV
              </a>
            )}
            {data.kinds.length > 0 && <PurgeQuarantine file={file} />}
          </>
        }
      >
        {data.kinds.length === 0 ? (
          <EmptyState title={file === null ? "No rejected rows" : `No rejected rows of ${file}`}>
            Imports keep invalid rows here, with the reason, until a corrected version of the file is imported
            or they are purged.
          </EmptyState>
        ) : (
          <SmallTable
            caption="Rejected rows by file and reason"
            columns={kindColumns}
            rows={data.kinds}
            rowKey={({ file: name, kind }) => `${name} ${kind}`}
            perColumn={8}
            most={25}
          />
        )}
      </Card>
      {data.rows.length > 0 && (
        <Card
          title="Rejected rows"
          description={`${total} in total.`}
          padded={false}
          footer={
            data.pagination.pageCount > 1 && (
              <Pagination
                label="Pages of rejected rows"
                page={page}
                pageCount={data.pagination.pageCount}
                linkTo={(to) => (
                  <Link
                    to="/admin/data"
                    search={{ ...(file !== null && { file }), ...(to > 1 && { page: to }) }}
                  />
                )}
              />
            )
          }
        >
          <SmallTable
            caption="Rejected rows"
            columns={rowColumns}
            rows={data.rows}
            rowKey={({ file: name, line, field, kind }) => `${name} ${line} ${field} ${kind}`}
            perColumn={10}
          />
        </Card>
      )}
      {data.unserved.length > 0 && (
        <Card
          title="Not served"
          description={`Stored values that other values take precedence over, by series. ${data.unservedTotal.toLocaleString("en-US")} series in total.`}
          padded={false}
        >
          <SmallTable
            caption="Stored values that are not served"
            columns={unservedColumns}
            rows={data.unserved}
            rowKey={({ sourceId, asset, token, metric, reason }) =>
              `${sourceId} ${asset} ${token} ${metric} ${reason}`
            }
            perColumn={8}
            most={25}
          />
        </Card>
      )}
    </>
  );
}
