import type { RowsQuery } from "../../rpc/marketQueries";

/** Counts the networks or platforms with at least one asset; read `pagination.resultCount`. */
export const inUse = (resource: "networks" | "platforms") =>
  ({
    rowsOf: resource,
    filter: { operator: "gt", field: "asset_count", value: 0 },
    pagination: { page: 1, perPage: 1 },
    fields: ["id"],
  }) as const satisfies RowsQuery;
