import { lazy } from "react";
import { FilterPopover } from "./FilterPopover";
import { OfferedFields } from "./OfferedFields";
import { adding } from "./oneCondition";
import type { TableSpec } from "./tableQuery";
import { useSearchPatch } from "./useSearchPatch";

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
