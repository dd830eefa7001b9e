import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/Button";
import { Popover } from "../../ui/Popover";
import { Spinner } from "../../ui/Spinner";
import { metaOptions } from "./loadTable";
import type { TableSpec } from "./tableQuery";
import type { TableSearch } from "./tableSearch";
import { useSearchPatch } from "./useSearchPatch";

const FilterForm = lazy(() => import("./FilterForm").then((module) => ({ default: module.FilterForm })));

/** Opens the form that adds a condition. */
export function FilterButton({ spec, search }: { spec: TableSpec; search: TableSearch }) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ ...metaOptions(useTrpc(), spec.resource), enabled: open });
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
        {data ? (
          <FilterForm
            fields={
              spec.filtersMetrics === false
                ? data.fields.filter(({ type }) => type !== "metric")
                : data.fields
            }
            onAdd={(condition) => {
              setOpen(false);
              patch({ filters: [...(search.filters ?? []), condition], page: undefined });
            }}
          />
        ) : (
          <Spinner />
        )}
      </Suspense>
    </Popover>
  );
}
