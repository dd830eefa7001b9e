import type { RowsQuery } from "../../rpc/marketQueries";

/** Counts the networks or platforms with at least one token; read `pagination.resultCount`. */
export const inUse = (resource: "networks" | "platforms") =>
  ({
    rowsOf: resource,
    filter: { operator: "gt", field: "token_count", value: 0 },
    pagination: { page: 1, perPage: 1 },
    fields: ["id"],
  }) as const satisfies RowsQuery;
