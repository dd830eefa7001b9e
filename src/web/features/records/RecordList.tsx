import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { lazy } from "react";
import { newRecordPath, type RecordType, recordPath, recordTypeOf } from "#domain/records";
import type { RecordName } from "#domain/vocabulary";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button, buttonClass } from "../../ui/controls/Button";
import { ErrorState } from "../../ui/display/ErrorState";
import { PageHeader } from "../shell/PageHeader";
import { DataTable } from "../table/DataTable";
import { FilterChips } from "../table/filters/FilterChips";
import { FilterPopover } from "../table/filters/FilterPopover";
import { adding } from "../table/filters/oneCondition";
import { SearchBox } from "../table/filters/SearchBox";
import { NoRows } from "../table/NoRows";
import { DEFAULT_PER_PAGE } from "../table/query/rowsPerPage";
import { SearchLink } from "../table/query/SearchLink";
import { readTableSearch } from "../table/query/tableSearch";
import { useSearchPatch } from "../table/query/useSearchPatch";
import { TableFooter } from "../table/TableFooter";
import { RecordTabs } from "./RecordTabs";
import { listRow, recordColumns, recordFieldMeta } from "./recordColumns";
import { recordFileAddress, recordListQuery } from "./recordQueries";

const FilterForm = lazy(() =>
  import("../table/filters/FilterForm").then((module) => ({ default: module.FilterForm })),
);

/** Opens the form that adds a condition on a field of the records. */
function RecordFilter({ type }: { type: RecordType }) {
  const patch = useSearchPatch();
  return (
    <FilterPopover>
      {(close) => (
        <FilterForm
          fields={type.fields.map(recordFieldMeta).filter(({ filterable }) => filterable)}
          onAdd={(condition) => {
            close();
            patch(adding(condition));
          }}
        />
      )}
    </FilterPopover>
  );
}

const MAX_PER_PAGE = 100;

/** The records of a kind. Search, filters, sort and page are in the URL. */
export function RecordList({ name }: { name: RecordName }) {
  const type = recordTypeOf(name);
  const search = readTableSearch({ ...useSearch({ strict: false }) });
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...useTrpc().records.list.queryOptions(recordListQuery(name, search)),
    placeholderData: keepPreviousData,
  });
  const narrowed = search.q !== undefined || (search.filters?.length ?? 0) > 0;
  const filtered = type.fields.map(recordFieldMeta).map((field) => ({ ...field, names: {} }));
  return (
    <>
      <PageHeader
        title={type.label}
        description={type.doc}
        actions={
          <>
            <a href={recordFileAddress(name, search)} className={buttonClass()} download>
              <Download aria-hidden="true" className="size-4" />
              CSV
            </a>
            {type.can.create && (
              <Link to={newRecordPath(type)} className={buttonClass({ variant: "primary" })}>
                New {type.singular}
              </Link>
            )}
          </>
        }
      />
      <RecordTabs />
      <div className="min-w-0 overflow-clip rounded-lg border bg-surface">
        <div className="control-bar flex flex-wrap items-center gap-2 border-b px-3 py-2">
          <SearchBox search={search} label={type.label} />
          <RecordFilter type={type} />
          <FilterChips search={search} filtered={filtered} />
        </div>
        {error && !data ? (
          <ErrorState
            title="These records could not be loaded"
            actions={
              <>
                <Button onClick={() => void refetch()}>Try again</Button>
                <SearchLink
                  patch={{ sort: undefined, q: undefined, filters: undefined }}
                  className={buttonClass()}
                >
                  Clear sorting and filters
                </SearchLink>
              </>
            }
          >
            {errorMessage(error)}
          </ErrorState>
        ) : data && data.records.length === 0 ? (
          <NoRows label={type.label} narrowed={narrowed}>
            {narrowed ? "Try fewer words or fewer filters." : type.doc}
          </NoRows>
        ) : (
          <>
            <DataTable
              key={data?.pagination.page}
              label={type.label}
              resource={name}
              columns={recordColumns(type)}
              rows={data?.records.map((record) => listRow(type, record))}
              sort={data?.sort ?? type.defaultSort}
              stale={isPlaceholderData}
              linkOf={({ id }) => recordPath(type, id)}
            />
            {data && (
              <TableFooter
                label={type.label}
                perPage={search.perPage ?? DEFAULT_PER_PAGE}
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
