import { and, eq, isNull } from "drizzle-orm";
import type { AccessPolicy } from "#domain/people";
import type { Caller } from "#domain/vocabulary";
import { type PeopleStore, peopleTables } from "#stores";
import { isOwnerSuspended, ownerOf } from "../apiKeys/verifyApiKey";
import { readPolicies } from "../policies/policiesOf";
import { readUser } from "../users/userRecord";
import type { StoredWatch } from "./watches";

const { memberships, users } = peopleTables;

/** Whose permissions apply when data is read for a watch. */
export interface WatchReader {
  caller: Caller;
  policies: readonly AccessPolicy[];
}

/**
 * Permissions of the owner of a watch; null if nothing is to be sent because the owner is suspended or the
 * organization has no members. An organization's own roles apply, with those of the watch's creator while
 * they are a member, as for keys that stay with an organization.
 */
export async function readerOfWatch(
  store: PeopleStore,
  watch: Pick<StoredWatch, "userId" | "organizationId" | "madeBy">,
): Promise<WatchReader | null> {
  const { userId, organizationId } = watch;
  if (await isOwnerSuspended(store, { userId, organizationId })) return null;
  if (userId !== null) {
    const user = await readUser(store, userId);
    if (user === null) return null;
    const holder = { id: null, userId, organizationId: user.organization?.id ?? null };
    return { caller: user, policies: await readPolicies(store, holder) };
  }
  if (organizationId === null) return null;
  const members = await membersOf(store, organizationId);
  if (members.length === 0) return null;
  const maker = members.some((one) => one.userId === watch.madeBy) ? watch.madeBy : null;
  const { features } = await ownerOf(store, { organizationId, userId: maker });
  if (features === null) return null;
  return {
    caller: { id: organizationId, features },
    policies: await readPolicies(store, { id: null, organizationId, userId: maker }),
  };
}

/** Members who are not suspended. */
const membersOf = ({ db }: Pick<PeopleStore, "db">, organizationId: string) =>
  db
    .select({ userId: memberships.userId, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), isNull(users.suspendedAt)));

/** Receivers of mail about a watch: its user, or the members of the organization as configured. */
export async function receiversOf(
  store: Pick<PeopleStore, "db">,
  {
    userId,
    organizationId,
    madeBy,
    receivers,
  }: Pick<StoredWatch, "userId" | "organizationId" | "madeBy" | "receivers">,
): Promise<string[]> {
  if (userId !== null) return [userId];
  if (organizationId === null) return [];
  const members = await membersOf(store, organizationId);
  return (
    members
      .filter(({ userId: id, role }) => {
        if (receivers === "members") return true;
        return receivers === "managers" ? role !== "member" : id === madeBy;
      })
      .map((one) => one.userId)
      // In a fixed order, to prevent deadlocks.
      .toSorted()
  );
}
