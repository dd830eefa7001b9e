import type { FieldMeta } from "#domain/api";
import type { FieldReference } from "#domain/resources";
import type { RouterContext } from "../../../rpc/routerContext";
import { filterFields, isChosenByName } from "./offeredFields";
import { namesQuery, optionsOf } from "./referenceOptions";
import { type ColumnMeta, columnMeta } from "./tableQuery";
import type { TableSearch } from "./tableSearch";

/** A field with an active filter. */
export interface FilteredField extends ColumnMeta {
  /** Names of the filtered values that are slugs: `base` is “Base”. */
  names: Readonly<Record<string, string>>;
}

/**
 * The fields of the conditions in a URL, with the labels under which they were offered and the names of their
 * values.
 */
export async function filteredFields(
  { trpc, queryClient }: Pick<RouterContext, "trpc" | "queryClient">,
  { filters = [] }: TableSearch,
  fields: readonly FieldMeta[],
): Promise<FilteredField[]> {
  const offered = new Map(filterFields(fields).map(({ field, label }) => [field.name, label]));
  const used = new Map<string, string[]>();
  for (const [path, , value] of filters) {
    const name = path.split(".")[0] ?? path;
    const given = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
    used.set(name, [...(used.get(name) ?? []), ...given]);
  }
  const nameValues = async (
    reference: FieldReference,
    values: readonly string[],
  ): Promise<Record<string, string>> => {
    const answer = await queryClient
      .query({
        ...trpc.market.table.queryOptions(namesQuery(reference, values)),
        staleTime: "static",
        meta: { dehydrate: false },
      })
      // Without names, the values are shown as slugs.
      .catch(() => null);
    const known = optionsOf(reference, answer?.results ?? []);
    return Object.fromEntries(known.map(({ value, label }) => [value, label]));
  };
  return Promise.all(
    fields
      .filter((field) => used.has(field.name))
      .map(async (field) => {
        const values = [...new Set(used.get(field.name) ?? [])];
        const isNamed = isChosenByName(field) && values.length > 0;
        return {
          ...columnMeta(field),
          label: offered.get(field.name) ?? field.label,
          names: isNamed && field.refers_to !== null ? await nameValues(field.refers_to, values) : {},
        };
      }),
  );
}
