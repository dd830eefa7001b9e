import { Columns3 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/controls/Button";
import { changedAs } from "../../../ui/controls/changedAs";
import { Spinner } from "../../../ui/display/Spinner";
import { Popover } from "../../../ui/overlays/Popover";
import type { TableFields } from "../query/loadTable";
import type { TableSpec } from "../query/tableQuery";
import type { TableSearch } from "../query/tableSearch";
import { choosesTrend, offersTrend, requestedColumns, TREND_COLUMN } from "../query/tableTrend";
import { totalsFields, totalsSplit } from "../query/totalsFields";
import { useSearchPatch } from "../query/useSearchPatch";
import { OfferedColumns } from "./OfferedFields";

const ColumnChooser = lazy(() =>
  import("./ColumnChooser").then((module) => ({ default: module.ColumnChooser })),
);

export interface ColumnButtonProps {
  spec: TableSpec;
  search: TableSearch;
  fields: TableFields;
}

/** Opens the column chooser. */
export function ColumnButton({ spec, search, fields }: ColumnButtonProps) {
  const [open, setOpen] = useState(false);
  const patch = useSearchPatch();
  const shown = fields.columns.map((column) => column.name);
  const chosen = choosesTrend(search) ? [...shown, TREND_COLUMN] : shown;
  const split =
    spec.totals === undefined || fields.groupedBy === null
      ? null
      : totalsSplit(spec.totals, { group: fields.groupedBy });
  return (
    <Popover
      title="Columns"
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" className="js-only">
          <Columns3 aria-hidden="true" className="size-3.5" />
          Columns
        </Button>
      }
    >
      <Suspense fallback={<Spinner />}>
        <OfferedColumns resource={spec.resource} filter={spec.filter ?? null}>
          {(offered, empty) => (
            <ColumnChooser
              empty={empty}
              fields={split === null ? offered : totalsFields(split, offered)}
              shown={chosen}
              hasTrend={offersTrend(spec)}
              onChange={(next) =>
                patch(
                  (current) => ({
                    columns: changedAs(requestedColumns(current, spec), chosen, next).join(","),
                  }),
                  {
                    replace: true,
                  },
                )
              }
              onReset={() => patch({ columns: undefined }, { replace: true })}
            />
          )}
        </OfferedColumns>
      </Suspense>
    </Popover>
  );
}
