import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { patched, type TableSearch } from "./tableSearch";

/** As `SearchLink`, for controls that are no links. `replace` keeps the step out of the history. */
export function useSearchPatch(): (patch: TableSearch, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch, { replace = false } = {}) => {
      void navigate({
        to: ".",
        search: (previous: Record<string, unknown>) => patched(previous, patch),
        resetScroll: false,
        replace,
      });
    },
    [navigate],
  );
}
