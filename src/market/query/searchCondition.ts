import { invalidAt, looksLikeAddress, type Resource } from "#domain";
import type { SqlBinder } from "../sql/sqlBinder";

/**
 * Every word of a search occurs, in any letter case, in one of the resource's search fields. Addresses are found
 * by a word that is one or looks like a part of one: the letters of other words occur in addresses by chance.
 * @throws InvalidError where the resource, or what a policy leaves of it, has no field to search.
 */
export function searchCondition(search: string | null, resource: Resource, binder: SqlBinder): string {
  const { searchFields, addressFields } = resource;
  if (search === null) return "1";
  if (searchFields.length + addressFields.length === 0) {
    throw invalidAt("search", `${resource.label} cannot be searched`);
  }
  const words = search.split(/\s+/).filter((word) => word !== "");
  return words
    .map((word) => {
      const place = binder.bind("String", word);
      const occursIn = (field: string) => `positionCaseInsensitiveUTF8(t.${field}, ${place}) > 0`;
      const is = (field: string) => `lowerUTF8(t.${field}) = lowerUTF8(${place})`;
      const found = [
        ...searchFields.map(occursIn),
        ...addressFields.map(looksLikeAddress(word) ? occursIn : is),
      ];
      return `(${found.map((condition) => `ifNull(${condition}, 0)`).join(" OR ")})`;
    })
    .join(" AND ");
}
