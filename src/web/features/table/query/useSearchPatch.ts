import { useCallback } from "react";
import { useSearchChange } from "../../../ui/controls/useShownPath";
import { type Patch, patched, type TableSearch } from "./tableSearch";

/** `SearchLink` for controls that are not links. `replace` adds no history entry. */
export function useSearchPatch(): (patch: Patch<TableSearch>, options?: { replace?: boolean }) => void {
  const change = useSearchChange();
  return useCallback(
    (patch, options) => change((current) => patched<TableSearch>({ ...current }, patch), options),
    [change],
  );
}
