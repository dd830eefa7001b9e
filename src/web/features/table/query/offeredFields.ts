import { entityOf, type FieldMeta } from "#domain";
import { offeredOperators } from "./operatorWords";

/** A field under the name by which it is offered. */
export interface OfferedField {
  field: FieldMeta;
  label: string;
}

/** Whether a field's values are chosen by the names of what they stand for; names themselves are searched by their letters. */
export const isChosenByName = ({ refers_to }: Pick<FieldMeta, "refers_to">): boolean =>
  refers_to !== null && refers_to.field !== "name";

/** Whether a field serves programs alone: addresses of pictures and codes of colours. */
const isTechnical = ({ name, type }: FieldMeta): boolean => type === "color" || name === "icon_url";

/**
 * The fields that a reader can filter by, each once. What a row refers to has an id, a slug and a name: it is offered
 * under its name, as a list of what there is to choose from, and its slugs are what is filtered by.
 */
export function filterFields(fields: readonly FieldMeta[]): OfferedField[] {
  const isChosen = ({ refers_to }: FieldMeta) => refers_to?.field === "slug";
  const chosen = new Set(fields.flatMap((field) => (isChosen(field) ? (field.refers_to?.as ?? []) : [])));
  return fields.flatMap((field): OfferedField[] => {
    if (isTechnical(field) || offeredOperators(field).length === 0) return [];
    if (isChosen(field)) return [{ field, label: labelOf(field) }];
    // A slug of what is no list of ours is an address, and nobody knows it by heart.
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
  // Where a row names several besides the one that it refers to, their own label tells them apart.
  return type === "strings" ? label : `Selected ${refers_to.resource.replaceAll("_", " ")}`;
}

/** Lists of slugs, which mean little to readers: those of a row's networks, and other slugs of its own. */
const isListOfSlugs = ({ name, type }: FieldMeta): boolean =>
  type === "strings" && (name.endsWith("_slugs") || name === "slug_aliases");

/** The fields that make a column worth showing, each once: no ids and slugs, which names stand for, and nothing technical. */
export const columnFields = (fields: readonly FieldMeta[]): OfferedField[] =>
  fields
    .filter(
      (field) => !isTechnical(field) && !isListOfSlugs(field) && !["id", "ids", "slug"].includes(field.type),
    )
    .map((field) => ({ field, label: labelOf(field) }));
