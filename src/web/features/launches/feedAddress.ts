import type { PageSearch } from "../chartView/pageSearch";
import { searchFilter } from "../table/query/tableSearch";
import type { LaunchKind } from "./launchKinds";

/** Path of the new arrivals feed with the same conditions. */
export function feedAddress(kind: LaunchKind, search: PageSearch): string {
  const filter = searchFilter(search);
  const parameters = new URLSearchParams({
    ...(kind === "token" && { kind }),
    ...(filter !== null && { query: JSON.stringify({ filter }) }),
  });
  return `/new-asset-monitor.atom${parameters.size === 0 ? "" : `?${parameters}`}`;
}
