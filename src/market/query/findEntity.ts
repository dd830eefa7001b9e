import type { FilterScalar } from "#domain/query";
import { entityOf, type FieldReference, NO_GROUP_ID } from "#domain/resources";
import type { EntityNames, NamedEntity } from "./entityNames";

/**
 * The entity for a value of a field: by its current or former id, by slug or alias, by name or alternative
 * name, by a narrower entity that it covers. A field of slugs accepts names as well, since clients send
 * either. Undefined if no entity matches, or the field names none.
 */
export function findEntity(
  reference: FieldReference | null,
  value: FilterScalar,
  names: EntityNames,
): NamedEntity | undefined {
  const known = reference === null ? undefined : names.get(reference.entity);
  switch (reference?.field) {
    case "id":
      return known?.byId.get(Number(value)) ?? known?.covering.get(Number(value));
    case "slug":
      return (
        known?.bySlug.get(String(value)) ??
        known?.byName.get(String(value)) ??
        known?.covering.get(String(value))
      );
    case "name":
      return known?.byName.get(String(value)) ?? known?.covering.get(String(value));
    // Countries are also accepted by slug and name; a code needs no entity.
    case "country_code":
      return known?.bySlug.get(String(value)) ?? known?.byName.get(String(value));
    default:
      return undefined;
  }
}

/** Whether a value names only a part of the entity that it means. */
export function isCovered(
  reference: FieldReference | null,
  value: FilterScalar,
  names: EntityNames,
): boolean {
  const known = reference === null ? undefined : names.get(reference.entity);
  if (known === undefined) return false;
  const text = String(value);
  switch (reference?.field) {
    case "id":
      return known.covering.has(Number(value)) && !known.byId.has(Number(value));
    case "slug":
      return known.covering.has(text) && !known.bySlug.has(text) && !known.byName.has(text);
    case "name":
      return known.covering.has(text) && !known.byName.has(text);
    default:
      return false;
  }
}

/** Whether a value is the id or the name of the group of those that have none, as a grouping answers with it: `Off-Chain`. */
export function namesNone(reference: FieldReference | null, value: FilterScalar): boolean {
  const grouping = reference === null ? null : entityOf(reference.entity).grouping;
  if (reference === null || grouping === null) return false;
  if (reference.field === "id") return value === NO_GROUP_ID || value === String(NO_GROUP_ID);
  return reference.field === "name" && value === grouping.noneLabel;
}
