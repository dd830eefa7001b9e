import { type EntityType, type Explanation, UnavailableError } from "#domain";
import type { Market } from "./market";

export interface ExplainRequest {
  /** Slug, alias or id. */
  metric: string;
  entityType: EntityType;
  /** Numeric id or slug. */
  entityId: string | number;
  date?: string | null;
}

export async function explainFigure(_market: Market, _request: ExplainRequest): Promise<Explanation> {
  throw new UnavailableError("This is not built yet.");
}
