import type { EndpointReference } from "#domain/api";
import type { QueryInput } from "#domain/query";
import type { ChartRequest } from "../../charts/files/codeSamples";

/** The request that sends a query to an endpoint, for programs and spreadsheets. */
export function requestOf(
  { path, kind, hasPublicFile }: Pick<EndpointReference, "path" | "kind" | "hasPublicFile">,
  { origin, query }: { origin: string; query: QueryInput },
): ChartRequest {
  // Files contain every row, so they are not paginated.
  const { pagination: _, ...whole } = query;
  const file = new URLSearchParams({ query: JSON.stringify(whole) });
  return {
    url: `${origin}/api/v4${path}`,
    query,
    fileUrl: hasPublicFile ? `${origin}/export${path}.csv?${file}` : null,
    results: kind === "series" ? "series" : "rows",
  };
}
