import { type Resource, resourceByName } from "#domain/resources";
import type { Market } from "../market";
import { compileFilter } from "../query/compileFilter";
import { RowSource } from "../query/rowSource";
import type { SqlBinder } from "../sql/sqlBinder";
import { hasNumericIds, inPolicy } from "./tableConditions";

/**
 * The condition of a scope on the rows `t` of a resource whose tables it does not narrow by ids; "1" for
 * none. It can use hidden fields: it is the operator's.
 */
export async function policyCondition(
  market: Market,
  { slug }: Resource,
  binder: SqlBinder,
): Promise<string> {
  const resource = resourceByName(slug);
  const rows = market.scope?.termsOf(slug).rows ?? null;
  if (resource === undefined || rows === null || hasNumericIds(resource)) return "1";
  const names = await market.names();
  const { resolve } = new RowSource(resource);
  return inPolicy(() => compileFilter(rows, { binder, resolve, names, of: resource.label }));
}
