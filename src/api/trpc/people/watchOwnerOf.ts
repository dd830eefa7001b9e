import { memberRole, readerOfWatch, type WatchOwner, type WatchReader } from "#accounts";
import { ForbiddenError } from "#domain";
import type { ApiContext } from "../trpc";
import { ownOrganization } from "./ownOrganization";

/** Whose watches a caller asks for: their own, or those of the organization that they act for. */
export function watchOwnerOf({ user }: ApiContext, isOrganization: boolean): WatchOwner {
  return isOrganization
    ? { userId: null, organizationId: ownOrganization(user).id }
    : { userId: user.id, organizationId: null };
}

/** Whether the caller may change what is an owner's: everybody their own, owners and admins the organization's. */
export async function canChangeWatches(
  { services, user }: ApiContext,
  { organizationId }: WatchOwner,
): Promise<boolean> {
  if (organizationId === null) return true;
  const role = await memberRole(services.people, { userId: user.id, organizationId });
  return role === "owner" || role === "admin";
}

/** The owner, where the caller may change what is theirs. @throws ForbiddenError */
export async function changedOwner(ctx: ApiContext, isOrganization: boolean) {
  const owner = watchOwnerOf(ctx, isOrganization);
  if (!(await canChangeWatches(ctx, owner))) {
    throw new ForbiddenError("Only owners and admins can change the organization's watches.");
  }
  return { owner, actor: ctx.user.id };
}

/** Who reads for an owner. @throws ForbiddenError where it is suspended */
export async function watchReaderOf({ services, user }: ApiContext, owner: WatchOwner): Promise<WatchReader> {
  const reader = await readerOfWatch(services.people, { ...owner, madeBy: user.id });
  if (reader === null) throw new ForbiddenError("This organization is suspended.");
  return reader;
}
