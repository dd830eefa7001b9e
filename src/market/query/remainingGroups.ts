import { entityOf, type FieldReference, type ReadScope } from "#domain";
import { resourceNamed } from "./resourceNamed";
import { tableSql } from "./rowSource";

/**
 * Condition on a column that names entities: leaves what a row filter on their resource leaves of them, and what names
 * none. "1" where no filter counts.
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
