import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { inferRouterOutputs } from "@trpc/server";
import { Upload } from "lucide-react";
import type { AppRouter } from "#api";
import { formatDate, formatInstant } from "../../format/formatDate";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Pagination } from "../../ui/controls/Pagination";
import { Card } from "../../ui/display/Card";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { readDataSearch } from "./dataSearch";

type StoredFile = inferRouterOutputs<AppRouter>["administration"]["files"]["files"][number];

const count = (value: number | null) => value?.toLocaleString("en-US") ?? "—";

const columns: readonly SmallColumn<StoredFile>[] = [
  {
    name: "file",
    header: "File",
    flexible: true,
    cell: ({ id, name, sha256, mapping }) => (
      <span className="block min-w-0">
        <Link
          to="/admin/data/$part"
          params={{ part: "imports" }}
          search={{ id }}
          className="block break-all font-medium hover:text-accent hover:underline"
        >
          {name}
        </Link>
        <span className="block break-all font-mono text-faint text-xs">SHA-256 {sha256}</span>
        {mapping !== null && (
          <details className="text-sm">
            <summary className="cursor-pointer text-muted">Mapping</summary>
            <span className="block break-all font-mono text-xs">{mapping}</span>
          </details>
        )}
      </span>
    ),
  },
  { name: "source", header: "Source", cell: ({ provider }) => provider ?? "files" },
  { name: "accepted", header: "Accepted", numeric: true, cell: ({ accepted }) => count(accepted) },
  {
    name: "rejected",
    header: "Rejected rows",
    numeric: true,
    cell: ({ rowsRejected }) => count(rowsRejected),
  },
  {
    name: "imported",
    header: "First imported",
    cell: ({ importedAt }) => (
      <time dateTime={importedAt} title={formatInstant(importedAt)}>
        {formatDate(importedAt)}
      </time>
    ),
  },
];

/** Imported files with their checksums and mappings. */
export function FileList() {
  const search = readDataSearch({ ...useSearch({ strict: false }) });
  const { files: page = 1 } = search;
  const { data, error } = useQuery({
    ...useTrpc().administration.files.queryOptions({ page }),
    placeholderData: keepPreviousData,
  });
  if (error !== null && data === undefined) {
    return <ErrorState title="Imported files could not be loaded">{errorMessage(error)}</ErrorState>;
  }
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  const { files, pagination } = data;
  return (
    <Card
      title="Imported files"
      description={`${pagination.resultCount.toLocaleString("en-US")} in total. Only administrators see files and mappings.`}
      padded={false}
      actions={
        <>
          <Link to="/admin/data/$part" params={{ part: "imports" }} className={buttonClass({ size: "sm" })}>
            All imports
          </Link>
          <Link to="/admin/data/$part" params={{ part: "import" }} className={buttonClass({ size: "sm" })}>
            <Upload aria-hidden="true" className="size-3.5" />
            Import a file
          </Link>
        </>
      }
      footer={
        pagination.pageCount > 1 && (
          <Pagination
            label="Pages of imported files"
            page={page}
            pageCount={pagination.pageCount}
            linkTo={(to) => (
              <Link
                to="/admin/data"
                search={{ ...search, files: to > 1 ? to : undefined }}
                resetScroll={false}
              />
            )}
          />
        )
      }
    >
      <SmallTable
        caption="Imported files"
        columns={columns}
        rows={files}
        rowKey={({ id }) => id}
        perColumn={8}
        empty="No files have been imported yet."
      />
    </Card>
  );
}
