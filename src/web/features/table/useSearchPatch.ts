import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { useShownPath, useShownSearch } from "../../ui/useShownPath";
import { type Patch, patched, type TableSearch } from "./tableSearch";

/** As `SearchLink`, for controls that are no links. `replace` keeps the step out of the history. */
export function useSearchPatch(): (patch: Patch<TableSearch>, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  const pathname = useShownPath();
  const shownSearch = useShownSearch();
  return useCallback(
    (patch, { replace = false } = {}) => {
      void navigate({
        to: pathname,
        search: (current: object) => patched<TableSearch>({ ...shownSearch(current) }, patch),
        resetScroll: false,
        replace,
      });
    },
    [navigate, pathname, shownSearch],
  );
}
