import { lazy } from "react";
import { OfferedFields } from "../columns/OfferedFields";
import type { TableSpec } from "../query/tableQuery";
import { useSearchPatch } from "../query/useSearchPatch";
import { FilterPopover } from "./FilterPopover";
import { adding } from "./oneCondition";

const FilterForm = lazy(() => import("./FilterForm").then((module) => ({ default: module.FilterForm })));

/** Opens the form that adds a condition. */
export function FilterButton({ spec }: { spec: TableSpec }) {
  const patch = useSearchPatch();
  return (
    <FilterPopover>
      {(close) => (
        <OfferedFields resource={spec.resource}>
          {(fields) => (
            <FilterForm
              fields={spec.filtersMetrics === false ? fields.filter(({ type }) => type !== "metric") : fields}
              onAdd={(condition) => {
                close();
                patch(adding(condition));
              }}
            />
          )}
        </OfferedFields>
      )}
    </FilterPopover>
  );
}
