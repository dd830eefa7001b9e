import type { ResourceRow } from "#domain/api";
import type { QueryInput } from "#domain/query";
import type { FieldReference } from "#domain/resources";
import type { SelectOption } from "../../../ui/controls/Select";

/** The field of the selected values. */
type Referred = Pick<FieldReference, "resource" | "field">;

/** Number of options offered without a search. */
const OFFERED = 50;

/**
 * Query for the rows of a resource that match the search text, in the resource's own order: largest first.
 */
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

/** Query for the names of the rows with these values. */
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

/**
 * The rows as choices, one for each value. A row is labelled by its name, and a group by its own name, which several rows
 * share. Rows without a value are omitted.
 */
export function optionsOf({ field }: Pick<Referred, "field">, rows: readonly ResourceRow[]): SelectOption[] {
  const options = new Map<string, SelectOption>();
  for (const row of rows) {
    const value = row[field];
    if (value === null || value === undefined) continue;
    const label = field === "group_name" ? value : row.name;
    options.set(String(value), { value: String(value), label: String(label) });
  }
  return [...options.values()];
}
