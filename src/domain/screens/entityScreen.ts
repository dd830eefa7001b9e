import { type EntityKind, entityOf, entityPage } from "../resources/entities";
import { pathOfAlias } from "./aliases";
import { hasScreen } from "./screens";

/** Kinds of which one is shown on the screen of all, where its address asks for it. */
const shownAmongAll: Partial<Record<EntityKind, (slug: string) => string>> = {
  jurisdiction: (slug) => `/tools/jurisdiction_explorer?${new URLSearchParams({ place: slug })}`,
};

/** The address of the page of an entity; null where this release has none. */
export function entityScreen(kind: EntityKind, slug: string): string | null {
  const among = shownAmongAll[kind]?.(slug);
  if (among !== undefined) return among;
  const path = entityPage(kind, slug);
  if (path === null) return null;
  // Some have a screen of their own in place of the profile of their kind.
  const own = pathOfAlias(path);
  if (own !== null) return own;
  // So have classes; entities of other kinds share the profile.
  return hasScreen(path) || hasScreen(entityOf(kind).page ?? "") ? path : null;
}
