import { type EntityKind, entityOf, entityPage } from "../resources/entities";
import { pathOfAlias } from "./aliases";
import { hasScreen } from "./screens";

/** The path of the page of an entity; null where this release has none. */
export function entityScreen(kind: EntityKind, slug: string): string | null {
  const path = entityPage(kind, slug);
  if (path === null) return null;
  // Some have a screen of their own in place of the profile of their kind.
  const own = pathOfAlias(path);
  if (own !== null) return own;
  // So have classes; entities of other kinds share the profile.
  return hasScreen(path) || hasScreen(entityOf(kind).page ?? "") ? path : null;
}
