import type { FieldReference, QueryInput, ResourceRow } from "#domain";
import type { SelectOption } from "../../../ui/controls/Select";

/** The field whose values are chosen. */
type Referred = Pick<FieldReference, "resource" | "field">;

/** Options that are offered at once; the others are found by typing. */
const OFFERED = 50;

/** Asks for the rows of a resource that match some words, in the resource's own order: the largest first. */
export const optionsQuery = (
  { resource, field }: Referred,
  words: string,
): { resource: string; query: QueryInput } => ({
  resource,
  query: {
    fields: [...new Set([field, "name"])],
    ...(words === "" ? {} : { search: words }),
    pagination: { page: 1, perPage: OFFERED },
  },
});

/** Asks for the rows that some values stand for, to name them. */
export const namesQuery = (
  { resource, field }: Referred,
  values: readonly string[],
): { resource: string; query: QueryInput } => ({
  resource,
  query: {
    fields: [...new Set([field, "name"])],
    filter: { operator: "in", field, value: values },
    pagination: { page: 1, perPage: Math.min(values.length, 100) },
  },
});

/** The row as a choice; null where it has no such value. */
export function optionOf({ field }: Pick<Referred, "field">, row: ResourceRow): SelectOption | null {
  const value = row[field];
  return value === null || value === undefined ? null : { value: String(value), label: String(row.name) };
}
