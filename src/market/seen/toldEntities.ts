import { type EntityKind, entityOf, type ReadScope } from "#domain";

/** Whether a scope keeps the id, slug or name of the rows of a resource, by which groups of them are called. */
export function hidesNames(scope: ReadScope | null, slug: string): boolean {
  const hidden = scope?.termsOf(slug).hidden;
  return ["id", "slug", "name"].some((name) => hidden?.has(name) === true);
}

/** Whether totals by entities of a kind may be told: they tell which there are, as the rows of their resource do. */
export function tellsEntities(scope: ReadScope | null, kind: EntityKind): boolean {
  const { resource } = entityOf(kind);
  return (scope?.termsOf(resource).deniedBy ?? null) === null && !hidesNames(scope, resource);
}
