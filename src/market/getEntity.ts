import { type EntityResponse, UnavailableError } from "#domain";
import type { Market } from "./market";

export interface EntityRequest {
  resource: string;
  /** Numeric id or slug. */
  id: string | number;
}

export async function getEntity(_market: Market, _request: EntityRequest): Promise<EntityResponse> {
  throw new UnavailableError("This is not built yet.");
}
