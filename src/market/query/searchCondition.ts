import type { Resource } from "#domain";
import type { SqlBinder } from "../sql/sqlBinder";

/** Every word of a search occurs, in any letter case, in one of the resource's search fields. */
export function searchCondition(search: string | null, resource: Resource, binder: SqlBinder): string {
  if (search === null || resource.searchFields.length === 0) return "1";
  const words = search.split(/\s+/).filter((word) => word !== "");
  return words
    .map((word) => {
      const place = binder.bind("String", word);
      const found = resource.searchFields.map(
        (field) => `ifNull(positionCaseInsensitiveUTF8(t.${field}, ${place}) > 0, 0)`,
      );
      return `(${found.join(" OR ")})`;
    })
    .join(" AND ");
}
