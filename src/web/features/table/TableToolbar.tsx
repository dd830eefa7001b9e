import clsx from "clsx";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { formatLookback, lookbacks } from "#domain";
import { useStablecoinScope } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { useShownPath } from "../../ui/controls/useShownPath";
import { ViewsButton } from "../savedViews/ViewsButton";
import { ColumnButton } from "./columns/ColumnButton";
import { GroupPicker } from "./columns/GroupPicker";
import { PeriodSwitch } from "./columns/PeriodSwitch";
import { FilterButton } from "./filters/FilterButton";
import { FilterChips } from "./filters/FilterChips";
import { SearchBox } from "./filters/SearchBox";
import type { TableFields } from "./query/loadTable";
import { type TableSpec, tableFileUrl } from "./query/tableQuery";
import type { TableSearch } from "./query/tableSearch";

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
  const stablecoins = useStablecoinScope();
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
          href={tableFileUrl(spec, search, { columns: fields.columns, format: "csv", pathname, stablecoins })}
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
