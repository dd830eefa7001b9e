import type { FieldMeta } from "#domain/api";
import { entityOf } from "#domain/resources";
import { offeredOperators } from "./operatorWords";

/** A field with the label under which it is offered. */
export interface OfferedField {
  field: FieldMeta;
  label: string;
}

/**
 * True if a field's values are selected by the names of the referenced rows. Names themselves are searched as
 * text.
 */
export const isChosenByName = ({ refers_to }: Pick<FieldMeta, "refers_to">): boolean =>
  refers_to !== null && refers_to.field !== "name";

/** True if a field only serves programs: icon URLs and colour codes. */
const isTechnical = ({ name, type }: FieldMeta): boolean => type === "color" || name === "icon_url";

/**
 * The fields that a reader can filter by, without duplicates. A reference has an id, a slug and a name: it is
 * offered once under its name, as a list of the referenced rows, and filters by slug.
 */
export function filterFields(fields: readonly FieldMeta[]): OfferedField[] {
  const isChosen = ({ refers_to }: FieldMeta) => refers_to?.field === "slug";
  const chosen = new Set(fields.flatMap((field) => (isChosen(field) ? (field.refers_to?.as ?? []) : [])));
  return fields.flatMap((field): OfferedField[] => {
    if (isTechnical(field) || offeredOperators(field).length === 0) return [];
    if (isChosen(field)) return [{ field, label: labelOf(field) }];
    // Slugs without a list to select from are part of URLs, and readers do not know them.
    if (field.type === "slug") return [];
    const { field: part, as = null } = field.refers_to ?? {};
    if (part === "name" && as !== null && chosen.has(as)) return [];
    return [{ field, label: field.label }];
  });
}

/** “Platform” for the slugs of platforms. */
function labelOf({ label, type, refers_to }: FieldMeta): string {
  if (refers_to?.field !== "slug") return label;
  if (refers_to.as !== null) return entityOf(refers_to.entity).label;
  // If a row names several entities in addition to its reference, the field's own label distinguishes them.
  return type === "strings" ? label : `Selected ${refers_to.resource.replaceAll("_", " ")}`;
}

/** Lists of slugs, such as those of a row's networks, are not useful to readers. */
const isListOfSlugs = ({ name, type }: FieldMeta): boolean =>
  type === "strings" && (name.endsWith("_slugs") || name === "slug_aliases");

/**
 * The fields that are offered as columns, without duplicates. Excludes ids and slugs, which names replace,
 * and technical fields.
 */
export const columnFields = (fields: readonly FieldMeta[]): OfferedField[] =>
  fields
    .filter(
      (field) => !isTechnical(field) && !isListOfSlugs(field) && !["id", "ids", "slug"].includes(field.type),
    )
    .map((field) => ({ field, label: labelOf(field) }));
