import { type EntityKind, entityOf, entityPage } from "../resources/entities";
import { hasScreen } from "./screens";

/** The path of the page of an entity; null where this release has none. */
export function entityScreen(kind: EntityKind, slug: string): string | null {
  const path = entityPage(kind, slug);
  // Classes are screens of their own; entities of other kinds share the profile of their kind.
  return path !== null && (hasScreen(path) || hasScreen(entityOf(kind).page ?? "")) ? path : null;
}
