import { memberRole, readerOfWatch, type WatchOwner, type WatchReader } from "#accounts";
import { ForbiddenError } from "#domain";
import type { ApiContext } from "../trpc";
import { ownOrganization } from "./ownOrganization";

/** The owner of the requested watches: the caller, or the organization that they act for. */
export function watchOwnerOf({ user }: ApiContext, isOrganization: boolean): WatchOwner {
  return isOrganization
    ? { userId: null, organizationId: ownOrganization(user).id }
    : { userId: user.id, organizationId: null };
}

/** Whether the caller can change an owner's watches: users their own, owners and admins those of the organization. */
export async function canChangeWatches(
  { services, user }: ApiContext,
  { organizationId }: WatchOwner,
): Promise<boolean> {
  if (organizationId === null) return true;
  const role = await memberRole(services.people, { userId: user.id, organizationId });
  return role === "owner" || role === "admin";
}

/** Requires that the caller can change the owner's watches. @throws ForbiddenError */
export async function changedOwner(ctx: ApiContext, isOrganization: boolean) {
  const owner = watchOwnerOf(ctx, isOrganization);
  if (!(await canChangeWatches(ctx, owner))) {
    throw new ForbiddenError("Only owners and admins can change the organization's watches.");
  }
  return { owner, actor: ctx.user.id };
}

/** The reader for an owner. @throws ForbiddenError if it is suspended */
export async function watchReaderOf({ services, user }: ApiContext, owner: WatchOwner): Promise<WatchReader> {
  const reader = await readerOfWatch(services.people, { ...owner, madeBy: user.id });
  if (reader === null) throw new ForbiddenError("This organization is suspended.");
  return reader;
}
