import { ListFilter } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/Button";
import { Popover } from "../../ui/Popover";
import { Spinner } from "../../ui/Spinner";
import { OfferedFields } from "./OfferedFields";
import type { TableSpec } from "./tableQuery";
import type { TableSearch } from "./tableSearch";
import { useSearchPatch } from "./useSearchPatch";

const FilterForm = lazy(() => import("./FilterForm").then((module) => ({ default: module.FilterForm })));

/** Opens the form that adds a condition. */
export function FilterButton({ spec, search }: { spec: TableSpec; search: TableSearch }) {
  const [open, setOpen] = useState(false);
  const patch = useSearchPatch();
  return (
    <Popover
      title="Filter"
      align="start"
      open={open}
      onOpenChange={setOpen}
      className="w-list-md"
      trigger={
        <Button size="sm" className="js-only">
          <ListFilter aria-hidden="true" className="size-3.5" />
          Filter
        </Button>
      }
    >
      <Suspense fallback={<Spinner />}>
        <OfferedFields resource={spec.resource}>
          {(fields) => (
            <FilterForm
              fields={spec.filtersMetrics === false ? fields.filter(({ type }) => type !== "metric") : fields}
              onAdd={(condition) => {
                setOpen(false);
                patch({ filters: [...(search.filters ?? []), condition], page: undefined });
              }}
            />
          )}
        </OfferedFields>
      </Suspense>
    </Popover>
  );
}
