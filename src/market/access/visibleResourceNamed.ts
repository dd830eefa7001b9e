import type { Market } from "../market";
import { resourceNamed } from "../query/resourceNamed";
import { requireReadable, type VisibleResource, visibleResource } from "../visible/visibleResource";

/**
 * A resource as whoever asks may read it.
 * @throws NotFoundError for a name that no resource answers to, ForbiddenError where a policy denies it
 */
export function visibleResourceNamed(market: Pick<Market, "scope">, name: string): VisibleResource {
  const resource = resourceNamed(name);
  requireReadable(market, resource);
  return visibleResource(resource, market.scope);
}
