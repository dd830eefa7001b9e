import { addressesIn, addressSpellings, invalidAt, looksLikeAddress, type Resource } from "#domain";
import type { SqlBinder } from "../sql/sqlBinder";

/** A URL may have any number of parts. */
const MOST_SPELLINGS = 50;

/**
 * Every word of a search must occur, in any letter case, in one of the resource's search fields. Addresses
 * are matched by a word that is one, refers to one (`ethereum:0x…`, the URL of an explorer) or looks like a
 * part of one: the letters of other words occur in addresses by chance.
 * @throws InvalidError if the resource, or its visible part under a policy, has no field to search
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
      const spellings = addressesIn(word).flatMap(addressSpellings).slice(0, MOST_SPELLINGS);
      const places = binder.bind(
        "Array(String)",
        spellings.map((spelling) => spelling.toLowerCase()),
      );
      const is = (field: string) => `lowerUTF8(t.${field}) IN ${places}`;
      const found = [
        ...searchFields.map(occursIn),
        ...addressFields.flatMap((field) =>
          looksLikeAddress(word) ? [occursIn(field), is(field)] : [is(field)],
        ),
      ];
      return `(${found.map((condition) => `ifNull(${condition}, 0)`).join(" OR ")})`;
    })
    .join(" AND ");
}
