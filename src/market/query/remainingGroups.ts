import { entityOf, type FieldReference, type ReadScope } from "#domain";
import { resourceNamed } from "./resourceNamed";
import { tableSql } from "./rowSource";

/**
 * Condition on a column that names entities: selects those visible under the row filter of their resource,
 * and rows without an entity. "1" without a filter.
 */
export function remainingGroups(
  scope: ReadScope | null,
  { entity, field }: Pick<FieldReference, "entity" | "field">,
  column: string,
): string {
  const resource = resourceNamed(entityOf(entity).resource);
  if ((scope?.termsOf(resource.slug).rows ?? null) === null) return "1";
  // The engine reads no more of the table than what remains.
  return `(isNull(${column}) OR ${column} IN (SELECT g.${field} FROM ${tableSql(resource, [], { as: "g" })}))`;
}
