import { type Caller, resourceByName } from "#domain";
import { requirePermission } from "./requirePermission";

/**
 * Reading a resource needs what its description says. Names that no resource answers to are told by who looks them up.
 * @throws UnauthorizedError, ForbiddenError as `requirePermission`
 */
export function requireResource(caller: Caller, name: string): void {
  const resource = resourceByName(name);
  if (resource !== undefined) requirePermission(caller, resource.permission);
}
