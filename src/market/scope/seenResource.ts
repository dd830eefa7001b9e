import type { Market } from "../market";
import { resourceNamed } from "../query/resourceNamed";
import { narrowedResource, requireReadable, type SeenResource } from "../seen/narrowedResource";

/**
 * A resource as whoever asks may read it.
 * @throws NotFoundError for a name that no resource answers to, ForbiddenError where a policy denies it
 */
export function seenResource(market: Pick<Market, "scope">, name: string): SeenResource {
  const resource = resourceNamed(name);
  requireReadable(market, resource);
  return narrowedResource(resource, market.scope);
}
