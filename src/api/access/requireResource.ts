import {
  type Caller,
  type EntityType,
  entityOf,
  resourceByName,
  type SplitResource,
  seriesPermissions,
  totalsPermissions,
} from "#domain";
import { requirePermission } from "./requirePermission";

/**
 * Reading a resource needs what its description says. Names that no resource answers to are told by who looks them up.
 * @throws UnauthorizedError, ForbiddenError as `requirePermission`
 */
export function requireResource(caller: Caller, name: string): void {
  const resource = resourceByName(name);
  if (resource !== undefined) requirePermission(caller, resource.permission);
}

/** Reading totals over a resource needs what the pages that show them need, beside what its rows do. */
export function requireTotals(caller: Caller, resource: "assets" | "tokens"): void {
  requireResource(caller, resource);
  requirePermission(caller, totalsPermissions[resource].aggregates);
}

/** Reading series of a resource needs all that `seriesPermissions` names. */
export function requireSeries(caller: Caller, resource: SplitResource): void {
  for (const permission of seriesPermissions(resource)) requirePermission(caller, permission);
}

/** Reading what is said of an entity (where a figure of it comes from) needs what its row does. */
export function requireEntity(caller: Caller, type: EntityType): void {
  requireResource(caller, entityOf(type).resource);
}
