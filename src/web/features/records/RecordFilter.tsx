import { lazy } from "react";
import type { RecordType } from "#domain";
import { FilterPopover } from "../table/filters/FilterPopover";
import { adding } from "../table/filters/oneCondition";
import { useSearchPatch } from "../table/query/useSearchPatch";
import { recordFieldMeta } from "./recordColumns";

const FilterForm = lazy(() =>
  import("../table/filters/FilterForm").then((module) => ({ default: module.FilterForm })),
);

/** Opens the form that adds a condition on a field of the records. */
export function RecordFilter({ type }: { type: RecordType }) {
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
