import { and, eq, inArray, or, sql } from "drizzle-orm";
import { ForbiddenError } from "#domain/errors";
import { type PeopleStore, peopleTables } from "#stores";
import { isUuid } from "../audit/auditLog";

const { featureOverrides, memberships, users } = peopleTables;

type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];

/** Advisory lock id of this application; unique among its locks. */
const LOCK = 7_263_001;

/**
 * Serializes changes to administrators, and checks under the lock that the actor is still one: two
 * administrators who remove each other at once would leave none.
 * @param actor a user's id, or the name of a process, which is always allowed
 * @throws ForbiddenError if the actor was suspended or lost the role meanwhile
 */
export async function lockAdministration(tx: Transaction, actor: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
  if (!isUuid(actor)) return;
  const [user] = await tx
    .select({ role: users.role, suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, actor));
  const isAdministrator = user?.role === "ADMIN" || (await hasOverride(tx, actor));
  if (user === undefined || user.suspendedAt !== null || !isAdministrator) {
    throw new ForbiddenError("You are no longer an administrator.");
  }
}

/** Whether an override enables administration for a user, their organization or their plan. */
async function hasOverride(tx: Transaction, userId: string): Promise<boolean> {
  const joined = await tx
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(eq(memberships.userId, userId));
  const subjects = [userId, ...joined.map(({ id }) => id)];
  const [found] = await tx
    .select({ flag: featureOverrides.flag })
    .from(featureOverrides)
    .where(
      and(
        eq(featureOverrides.flag, "enable-admin-tools"),
        eq(featureOverrides.value, true),
        or(inArray(featureOverrides.subject, subjects), eq(featureOverrides.subjectKind, "plan")),
      ),
    )
    .limit(1);
  return found !== undefined;
}
