import { type Query, type SeriesResponse, UnavailableError } from "#domain";
import type { Market } from "./market";

export interface SeriesRequest {
  resource: "assets" | "tokens";
  query: Query;
}

export async function metricSeries(_market: Market, _request: SeriesRequest): Promise<SeriesResponse> {
  throw new UnavailableError("This is not built yet.");
}
