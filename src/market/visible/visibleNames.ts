import { type EntityKind, entityOf, type ReadScope } from "#domain";

/** Whether a scope keeps the id, slug or name of the rows of a resource, by which groups of them are called. */
export function areNamesHidden(scope: ReadScope | null, slug: string): boolean {
  const hidden = scope?.termsOf(slug).hidden;
  return ["id", "slug", "name"].some((name) => hidden?.has(name) === true);
}

/** Whether totals by entities of a kind may be told: they tell which there are, as the rows of their resource do. */
export function areEntitiesVisible(scope: ReadScope | null, kind: EntityKind): boolean {
  const { resource } = entityOf(kind);
  return (scope?.termsOf(resource).deniedBy ?? null) === null && !areNamesHidden(scope, resource);
}

/** What an entity is called for whoever asks: by its id, where its slug or name is hidden. */
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
