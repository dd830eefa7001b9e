import { and, eq, isNull } from "drizzle-orm";
import type { AccessPolicy, Caller } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { isKeptOut, ownerOf } from "../apiKeys/verifyApiKey";
import { readPolicies } from "../policies/policiesOf";
import { readUser } from "../users/userRecord";
import type { StoredWatch } from "./watches";

const { memberships, users } = peopleTables;

/** Who reads the data for a watch. */
export interface WatchReader {
  caller: Caller;
  policies: readonly AccessPolicy[];
}

/**
 * What the owner of a watch may read now; null where nothing is to be sent for them: they are suspended, or nobody is
 * left in the organization. For an organization its own roles count, and those of whoever made the watch while they
 * are a member, as for the keys that it keeps.
 */
export async function readerOfWatch(
  store: PeopleStore,
  watch: Pick<StoredWatch, "userId" | "organizationId" | "madeBy">,
): Promise<WatchReader | null> {
  const { userId, organizationId } = watch;
  if (await isKeptOut(store, { userId, organizationId })) return null;
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

/** Who is mailed about a watch now: of a person's watch the person, of an organization's its members as it says. */
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
      // In one order, so that two transactions never wait for each other.
      .toSorted()
  );
}
