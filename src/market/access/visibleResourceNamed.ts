import type { Market } from "../market";
import { resourceNamed } from "../query/resourceNamed";
import { requireReadable, type VisibleResource, visibleResource } from "../visible/visibleResource";

/**
 * The part of a resource that the caller can read.
 * @throws NotFoundError for an unknown name, ForbiddenError if a policy denies it
 */
export function visibleResourceNamed(
  market: Pick<Market, "scope" | "holders">,
  name: string,
): VisibleResource {
  const resource = resourceNamed(name);
  requireReadable(market, resource);
  return visibleResource(resource, market.scope);
}
