import { type AggregatesResponse, type Query, UnavailableError } from "#domain";
import type { Market } from "./market";

export interface AggregateRequest {
  resource: "assets" | "tokens";
  query: Query;
}

export async function aggregateResource(
  _market: Market,
  _request: AggregateRequest,
): Promise<AggregatesResponse> {
  throw new UnavailableError("This is not built yet.");
}
