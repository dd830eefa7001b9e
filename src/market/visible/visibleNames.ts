import type { ReadScope } from "#domain/people";
import { type EntityKind, entityOf } from "#domain/resources";

/** Whether a scope hides the id, slug or name of the rows of a resource, which identify groups of them. */
export function areNamesHidden(scope: ReadScope | null, slug: string): boolean {
  const hidden = scope?.termsOf(slug).hidden;
  return ["id", "slug", "name"].some((name) => hidden?.has(name) === true);
}

/**
 * Whether totals by entities of a kind can be returned: they disclose which entities there are, like the rows
 * of their resource.
 */
export function areEntitiesVisible(scope: ReadScope | null, kind: EntityKind): boolean {
  const { resource } = entityOf(kind);
  return (scope?.termsOf(resource).deniedBy ?? null) === null && !areNamesHidden(scope, resource);
}

/** Names of entities for the caller: by id, if the slug or name is hidden. */
export function visibleNames(
  scope: ReadScope | null,
  kind: EntityKind,
  { id, slug, name }: { id: number; slug: string; name: string },
): { slug: string; name: string } {
  const { resource, label } = entityOf(kind);
  const hidden = scope?.termsOf(resource).hidden;
  return {
    slug: hidden?.has("slug") === true ? String(id) : slug,
    name: hidden?.has("name") === true ? `${label} ${id}` : name,
  };
}
