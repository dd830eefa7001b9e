import { type EntityKind, entityOf, entityPage } from "../resources/entities";
import { pathOfAlias } from "./aliases";
import { hasScreen } from "./screens";

/** Kinds without a page for each entity: the address of the screen of all of them selects one. */
const shownAmongAll: Partial<Record<EntityKind, (slug: string) => string>> = {
  jurisdiction: (slug) => `/tools/jurisdiction_explorer?${new URLSearchParams({ place: slug })}`,
};

/** The path of the page of an address on a network. */
export const addressPath = (network: string, address: string): string =>
  `/addresses/${encodeURIComponent(network)}/${encodeURIComponent(address)}`;

/** The address of the page of an entity; null if this release has none. */
export function entityScreen(kind: EntityKind, slug: string): string | null {
  const among = shownAmongAll[kind]?.(slug);
  if (among !== undefined) return among;
  const path = entityPage(kind, slug);
  if (path === null) return null;
  // Some entities have their own screen instead of the profile of their kind.
  const own = pathOfAlias(path);
  if (own !== null) return own;
  // Classes have their own screens; entities of other kinds share the profile.
  return hasScreen(path) || hasScreen(entityOf(kind).page ?? "") ? path : null;
}
