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
 * Requires the permission to read a resource. Unknown names pass: the lookup reports them.
 * @throws UnauthorizedError, ForbiddenError as `requirePermission`
 */
export function requireResource(caller: Caller, name: string): void {
  const resource = resourceByName(name);
  if (resource !== undefined) requirePermission(caller, resource.permission);
}

/** Requires the permission of the pages that show totals over a resource, in addition to that of its rows. */
export function requireTotals(caller: Caller, resource: "assets" | "tokens"): void {
  requireResource(caller, resource);
  requirePermission(caller, totalsPermissions[resource].aggregates);
}

/** Requires all `seriesPermissions` of a resource. */
export function requireSeries(caller: Caller, resource: SplitResource): void {
  for (const permission of seriesPermissions(resource)) requirePermission(caller, permission);
}

/** Requires the permission to read an entity's row, for explanations of its figures. */
export function requireEntity(caller: Caller, type: EntityType): void {
  requireResource(caller, entityOf(type).resource);
}
