import clsx from "clsx";
import { Bookmark, Download } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { formatLookback, lookbacks } from "#domain/metrics";
import { hasSavedViews } from "#domain/people";
import { splitsOf } from "#domain/resources";
import { useFigureScope } from "../../rpc/useTrpc";
import { Button, buttonClass } from "../../ui/controls/Button";
import { LinkPicker } from "../../ui/controls/LinkPicker";
import { useShownPath } from "../../ui/controls/useShownPath";
import { Spinner } from "../../ui/display/Spinner";
import { Popover } from "../../ui/overlays/Popover";
import { useCaller } from "../people/session/useCaller";
import { ColumnButton } from "./columns/ColumnButton";
import { PeriodSwitch } from "./columns/PeriodSwitch";
import { FilterButton } from "./filters/FilterButton";
import { FilterChips } from "./filters/FilterChips";
import { SearchBox } from "./filters/SearchBox";
import type { TableFields } from "./query/loadTable";
import { SearchLink } from "./query/SearchLink";
import { type TableSpec, type TableTotals, tableFileUrl } from "./query/tableQuery";
import type { TableSearch } from "./query/tableSearch";

const ViewsPanel = lazy(() =>
  import("../savedViews/ViewsPanel").then((module) => ({ default: module.ViewsPanel })),
);

/** Opens the saved views of the page. Hidden for visitors without an account and on profiles. */
function ViewsButton() {
  const [open, setOpen] = useState(false);
  const path = useShownPath();
  const isSignedIn = useCaller().id !== "";
  if (!isSignedIn || !hasSavedViews(path)) return null;
  return (
    <Popover
      title="Saved views"
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" className="js-only">
          <Bookmark aria-hidden="true" className="size-3.5" />
          Views
        </Button>
      }
    >
      <Suspense fallback={<Spinner />}>
        <ViewsPanel path={path} onOpened={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}

interface GroupPickerProps {
  totals: TableTotals;
  /** Name of the table's grouping. */
  groupedBy: string | null;
}

/** Selects the grouping of a table of totals. */
function GroupPicker({ totals, groupedBy }: GroupPickerProps) {
  if (totals.isFixed) return null;
  return (
    <LinkPicker
      label="By"
      value={groupedBy ?? totals.by}
      choices={splitsOf(totals.resource).map(({ name, label }) => ({
        value: name,
        label,
        link: <SearchLink patch={{ group: name === totals.by ? undefined : name }} />,
      }))}
    />
  );
}

export interface TableToolbarProps {
  spec: TableSpec;
  search: TableSearch;
  fields: TableFields;
  /** Further controls before the download. */
  children?: ReactNode;
}

/** Search, filters, columns, look-back and download of a table. */
export function TableToolbar({ spec, search, fields, children }: TableToolbarProps) {
  const pathname = useShownPath();
  const figures = useFigureScope();
  const hasMetrics = fields.columns.some((column) => column.type === "metric");
  return (
    <div className="control-bar flex flex-wrap items-center gap-2 border-b px-3 py-2">
      {spec.totals === undefined ? (
        <SearchBox search={search} label={fields.label} />
      ) : (
        <GroupPicker totals={spec.totals} groupedBy={fields.groupedBy} />
      )}
      <FilterButton spec={spec} />
      <ColumnButton spec={spec} search={search} fields={fields} />
      <ViewsButton />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {children}
        {hasMetrics && (
          <PeriodSwitch
            label="Change period"
            size="sm"
            periods={lookbacks}
            value={search.change}
            nameOf={(period) => `Change over ${formatLookback(period)}`}
            patch={(change) => ({ change }) satisfies TableSearch}
          />
        )}
        <a
          href={tableFileUrl(spec, search, { columns: fields.columns, format: "csv", pathname, figures })}
          download
          className={clsx("no-print", buttonClass({ size: "sm" }))}
        >
          <Download aria-hidden="true" className="size-3.5" />
          CSV
        </a>
      </div>
      <FilterChips search={search} filtered={fields.filtered} />
    </div>
  );
}
