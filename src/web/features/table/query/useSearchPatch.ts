import { useCallback } from "react";
import { useSearchChange } from "../../../ui/controls/useShownPath";
import { type Patch, patched, type TableSearch } from "./tableSearch";

/** As `SearchLink`, for controls that are no links. `replace` keeps the step out of the history. */
export function useSearchPatch(): (patch: Patch<TableSearch>, options?: { replace?: boolean }) => void {
  const change = useSearchChange();
  return useCallback(
    (patch, options) => change((asked) => patched<TableSearch>({ ...asked }, patch), options),
    [change],
  );
}
