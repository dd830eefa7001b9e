import type { FieldMeta } from "#domain";
import { offeredOperators } from "./operatorWords";

/** A field under the name by which it is offered. */
export interface OfferedField {
  field: FieldMeta;
  label: string;
}

/** `platform` of `platform_slug`; null for a field of the row itself. */
const prefixOf = (name: string): string | null => /^(.+)_(?:id|slug|name)s?$/.exec(name)?.[1] ?? null;

/**
 * The fields that a reader can filter by, each once. What a row refers to has an id, a slug and a name: it is offered
 * under its name, as a list of what there is to choose from, and its slugs are what is filtered by.
 */
export function filterFields(fields: readonly FieldMeta[]): OfferedField[] {
  const isChosen = (field: FieldMeta) => field.refers_to?.field === "slug";
  const chosen = new Set(fields.filter(isChosen).map((field) => prefixOf(field.name)));
  return fields.flatMap((field): OfferedField[] => {
    if (offeredOperators(field).length === 0) return [];
    if (isChosen(field)) return [{ field, label: nameOfReference(field, fields) }];
    // A slug of what is no list of ours is an address, and nobody knows it by heart.
    if (field.type === "slug") return [];
    const prefix = prefixOf(field.name);
    if (prefix !== null && field.refers_to?.field === "name" && chosen.has(prefix)) return [];
    return [{ field, label: field.label }];
  });
}

/** “Platform” for the slugs of platforms, by the field that holds the name. */
function nameOfReference(field: FieldMeta, fields: readonly FieldMeta[]): string {
  const prefix = prefixOf(field.name);
  if (prefix === null) return `Selected ${field.refers_to?.resource.replaceAll("_", " ")}`;
  const name = fields.find((other) => other.name === `${prefix}_name`);
  return name?.label ?? field.label.replace(/ slugs?$/i, "");
}

/** The fields that make a column worth showing, each once: not the ids and slugs that stand behind names. */
export const columnFields = (fields: readonly FieldMeta[]): OfferedField[] =>
  fields
    .filter(({ type }) => type !== "id" && type !== "ids" && type !== "slug")
    .map((field) => ({
      field,
      label: field.refers_to?.field === "slug" ? nameOfReference(field, fields) : field.label,
    }));
