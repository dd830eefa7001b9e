import { type ListResponse, type Query, UnavailableError } from "#domain";
import type { Market } from "./market";

export interface ListRequest {
  /** Name or alias of a resource. */
  resource: string;
  query: Query;
}

export async function listResource(_market: Market, _request: ListRequest): Promise<ListResponse> {
  throw new UnavailableError("This is not built yet.");
}
