import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PageInfo, ResourceRow } from "#domain/api";
import { watchedKindOf } from "#domain/people";
import type { Sort } from "#domain/query";
import { kindListedBy, resourceByName } from "#domain/resources";
import { formatCount } from "#domain/text";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button, buttonClass } from "../../ui/controls/Button";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { useSelection } from "../compare/useSelection";
import { useWatchlist } from "../watchlist/useWatchlist";
import { pageWords } from "./CursorLinks";
import { DataTable } from "./DataTable";
import { NoRows } from "./NoRows";
import type { TableFields } from "./query/loadTable";
import { DEFAULT_PER_PAGE } from "./query/rowsPerPage";
import { SearchLink } from "./query/SearchLink";
import type { TableSpec } from "./query/tableQuery";
import { rowsOptions } from "./query/tableRows";
import { firstPage, type TableSearch } from "./query/tableSearch";
import { sumsOptions } from "./query/tableSums";
import { useTrends } from "./query/useTrends";
import { SelectionBar } from "./SelectionBar";
import { TableFooter } from "./TableFooter";
import { TableToolbar } from "./TableToolbar";

export interface ResourceTableProps {
  spec: TableSpec;
  /** The route's validated search. */
  search: TableSearch;
  /** The result of `loadTable`. */
  fields: TableFields;
  /** Further controls in the toolbar. */
  actions?: ReactNode;
}

/** The table of a resource with its toolbar and pagination. All of its state is in the URL. */
export function ResourceTable({ spec, search, fields, actions }: ResourceTableProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...rowsOptions(useTrpc(), spec, fields.query),
    placeholderData: keepPreviousData,
    enabled: fields.problem === null,
  });
  const sums = useQuery({
    ...sumsOptions(useTrpc(), spec, fields.totals ?? {}),
    placeholderData: keepPreviousData,
    enabled: fields.problem === null && fields.totals !== null,
  }).data;
  const trends = useTrends(fields.trend?.query ?? null);
  const selection = useSelection(spec);
  const watching = useWatchlist(watchedKindOf(kindListedBy(fields.rowsOf)));
  const narrowed = search.q !== undefined || (search.filters?.length ?? 0) > 0;
  return (
    <div className="min-w-0 overflow-clip rounded-lg border bg-surface">
      <TableToolbar spec={spec} search={search} fields={fields}>
        {actions}
      </TableToolbar>
      {fields.problem?.startsWith("pagination.") ? (
        <ErrorState title="This page does not exist" actions={toFirstPage}>
          The link is incomplete, or belongs to another sort order.
        </ErrorState>
      ) : fields.problem !== null ? (
        <ErrorState
          title="This table view does not exist"
          actions={
            <SearchLink
              patch={{ sort: undefined, q: undefined, filters: undefined }}
              className={buttonClass()}
            >
              Clear sorting and filters
            </SearchLink>
          }
        >
          {fields.problem}
        </ErrorState>
      ) : error && !data ? (
        <ErrorState
          title="These rows could not be loaded"
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorMessage(error)}
        </ErrorState>
      ) : data && data.results.length === 0 && data.pagination.resultCount > 0 ? (
        <EmptyState title="No rows on this page" actions={toFirstPage}>
          {data.pagination.resultCount === 1 ? "There is" : "There are"} only{" "}
          {formatCount(data.pagination.resultCount, "row")}.
        </EmptyState>
      ) : data && data.results.length === 0 ? (
        <NoRows label={fields.label} narrowed={narrowed}>
          {narrowed
            ? (data.warnings?.map((warning) => warning.message).join(" ") ??
              "Try fewer words or fewer filters.")
            : "They appear here once data is loaded."}
        </NoRows>
      ) : (
        <>
          <DataTable
            // Resets the scroll position on another page.
            key={data && placeOf(data.pagination)}
            label={fields.label}
            resource={fields.rowsOf}
            columns={fields.columns}
            rows={data?.results}
            sort={data?.sort ?? spec.sort ?? null}
            period={search.change}
            stale={isPlaceholderData}
            {...(fields.trend !== null && {
              sparklines: {
                label: fields.trend.label,
                doc: fields.trend.doc,
                valuesOf: ({ id }: ResourceRow) => trends.get(String(id)),
              },
            })}
            {...(fields.totals !== null && sums !== undefined && { sums })}
            opens={spec.opens}
            marks={fields.marks}
            watching={watching}
            selection={selection}
          />
          {selection !== null && (
            <SelectionBar
              selection={selection}
              metric={fields.columns.find(({ type }) => type === "metric")?.name ?? null}
            />
          )}
          {data && (
            <TableFooter
              label={fields.label}
              perPage={search.perPage ?? spec.perPage ?? DEFAULT_PER_PAGE}
              maxPerPage={fields.maxPerPage}
              pagination={data.pagination}
              {...byKey(fields.rowsOf, data.pagination, data.sort)}
            />
          )}
        </>
      )}
    </div>
  );
}

const toFirstPage = (
  <SearchLink patch={firstPage} className={buttonClass()}>
    First page
  </SearchLink>
);

/** Identifies a page: its number, or its cursors. */
const placeOf = ({ page, next, previous }: PageInfo): string => String(page ?? `${previous} ${next}`);

/** Pagination of rows that are paged by cursor. */
function byKey(rowsOf: string, { next, previous }: PageInfo, sort: Sort) {
  const resource = resourceByName(rowsOf);
  if (resource === undefined || next === undefined || previous === undefined) return {};
  const { singular } = resource;
  return { byKey: { cursors: { next, previous }, words: pageWords(resource, sort), singular } };
}
