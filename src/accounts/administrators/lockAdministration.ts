import { and, eq, inArray, or, sql } from "drizzle-orm";
import { ForbiddenError } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { isUuid } from "../audit/isUuid";

const { featureOverrides, memberships, users } = peopleTables;

type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];

/** Of this application; any number that no other lock has. */
const LOCK = 7_263_001;

/**
 * Has changes to who administers the installation happen one after another, each by somebody who still may: two
 * administrators who shut each other out at once would leave nobody.
 * @param actor a user's id, or the name of a process, which always may
 * @throws ForbiddenError where the actor was suspended or lost the role meanwhile
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

/** Whether administration was opened for somebody, their organization or a plan by a flag. */
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
