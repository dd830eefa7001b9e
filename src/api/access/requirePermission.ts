import { ForbiddenError, UnauthorizedError } from "#domain/errors";
import { accessTo, type Caller, type Permission, permissionGrants } from "#domain/vocabulary";

/** Error for a change by an administrator who views the product as another user. */
export const viewingAsError = (email: string): ForbiddenError =>
  new ForbiddenError(`You are viewing as ${email}, read-only. Stop viewing to make changes.`);

/** @throws UnauthorizedError if signing in may help, ForbiddenError if the account lacks the permission */
export function requirePermission(caller: Caller, permission: Permission): void {
  const access = accessTo(permission, caller);
  if (access === "sign_in") throw new UnauthorizedError("Sign in to do this.");
  if (access === "forbidden") {
    const { doc } = permissionGrants[permission];
    throw new ForbiddenError(`Your plan does not include this. ${doc}`);
  }
}
