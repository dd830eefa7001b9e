import { lazy } from "react";
import type { RecordType } from "#domain";
import { FilterPopover } from "../table/FilterPopover";
import { adding } from "../table/oneCondition";
import { useSearchPatch } from "../table/useSearchPatch";
import { recordFieldMeta } from "./recordColumns";

const FilterForm = lazy(() =>
  import("../table/FilterForm").then((module) => ({ default: module.FilterForm })),
);

/** Opens the form that adds a condition on a field of a kind of record. */
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
