import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Upload } from "lucide-react";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button, buttonClass } from "../../ui/controls/Button";
import { ErrorState } from "../../ui/display/ErrorState";
import { RecordTabs } from "../records/RecordTabs";
import { PageHeader } from "../shell/PageHeader";
import { DataTable } from "../table/DataTable";
import { SearchBox } from "../table/filters/SearchBox";
import { NoRows } from "../table/NoRows";
import { SearchLink } from "../table/query/SearchLink";
import { readTableSearch } from "../table/query/tableSearch";
import { TableFooter } from "../table/TableFooter";
import { CorrectionStatus } from "./CorrectionStatus";
import { importColumns, importListQuery, importRow } from "./importList";

const LABEL = "Imports";
const MAX_PER_PAGE = 100;

/** What was imported. Search, order and page are in the URL. */
export function ImportList() {
  const search = readTableSearch({ ...useSearch({ strict: false }) });
  const query = importListQuery(search);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...useTrpc().imports.list.queryOptions(query),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title={LABEL}
        description="Files and feeds that figures came from. Open one to take its figures back, all or some."
        actions={
          <Link
            to="/admin/data/$part"
            params={{ part: "import" }}
            className={buttonClass({ variant: "primary" })}
          >
            <Upload aria-hidden="true" className="size-4" />
            Import a file
          </Link>
        }
      />
      <RecordTabs />
      <CorrectionStatus />
      <div className="min-w-0 overflow-clip rounded-lg border bg-surface">
        <div className="control-bar flex flex-wrap items-center gap-2 border-b px-3 py-2">
          <SearchBox search={search} label={LABEL} />
        </div>
        {error && !data ? (
          <ErrorState
            title="The imports could not be loaded"
            actions={
              <>
                <Button onClick={() => void refetch()}>Try again</Button>
                <SearchLink patch={{ sort: undefined, q: undefined }} className={buttonClass()}>
                  Clear sorting and search
                </SearchLink>
              </>
            }
          >
            {errorMessage(error)}
          </ErrorState>
        ) : data && data.imports.length === 0 ? (
          <NoRows label={LABEL} narrowed={search.q !== undefined}>
            {search.q !== undefined
              ? "Try fewer words: names of files, sources, people, states and ids are searched."
              : "Files appear here once they are imported, in the browser or with cadastre import."}
          </NoRows>
        ) : (
          <>
            <DataTable
              key={data?.pagination.page}
              label={LABEL}
              resource="imports"
              columns={importColumns}
              rows={data?.imports.map(importRow)}
              sort={query.sort}
              stale={isPlaceholderData}
              linkOf={({ id }) => `/admin/data/imports?id=${id}`}
            />
            {data && (
              <TableFooter
                label={LABEL}
                perPage={query.perPage}
                maxPerPage={MAX_PER_PAGE}
                pagination={data.pagination}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}
