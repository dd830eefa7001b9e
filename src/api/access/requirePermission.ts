import {
  accessTo,
  type Caller,
  ForbiddenError,
  type Permission,
  permissionGrants,
  UnauthorizedError,
} from "#domain";

/** @throws UnauthorizedError where signing in may help, ForbiddenError where the account is not allowed */
export function requirePermission(caller: Caller, permission: Permission): void {
  const access = accessTo(permission, caller);
  if (access === "sign_in") throw new UnauthorizedError("Sign in to do this.");
  if (access === "forbidden") {
    const { doc } = permissionGrants[permission];
    throw new ForbiddenError(`Your plan does not include this. ${doc}`);
  }
}
