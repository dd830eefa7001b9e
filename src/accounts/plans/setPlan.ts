import { eq } from "drizzle-orm";
import { DAY_MS } from "#domain/days";
import { InvalidError, NotFoundError } from "#domain/errors";
import { planOf, TRIAL_DAYS } from "#domain/people";
import type { PlanType } from "#domain/vocabulary";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";

const { organizations } = peopleTables;

/**
 * Sets the plan of an organization. A trial ends after `trialDays` and then counts as the plan it reverts to;
 * other plans have no end.
 * @returns when the trial ends, or null
 */
export async function setPlan(
  { db }: PeopleStore,
  {
    organizationId,
    plan,
    trialDays,
    actor,
  }: { organizationId: string; plan: PlanType; trialDays: number | null; actor: string },
): Promise<Date | null> {
  const isTrial = planOf(plan).endsAs !== null;
  if (!isTrial && trialDays !== null) {
    throw new InvalidError(`${plan} is not a trial, so a number of days does not apply.`, [
      { path: "trialDays", message: "only for trials" },
    ]);
  }
  const trialEndsAt = isTrial ? new Date(Date.now() + (trialDays ?? TRIAL_DAYS) * DAY_MS) : null;
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ plan: organizations.planType, trialEndsAt: organizations.trialEndsAt })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
      .for("update");
    if (before === undefined) throw new NotFoundError("Organization not found.");
    await tx
      .update(organizations)
      .set({ planType: plan, trialEndsAt })
      .where(eq(organizations.id, organizationId));
    await writeAudit(tx, {
      actor,
      action: "set plan",
      subject: organizationId,
      subjectKind: "organization",
      detail: JSON.stringify({ plan, trialEndsAt }),
      before: { plan: before.plan, trialEndsAt: before.trialEndsAt?.toISOString() ?? null },
      after: { plan, trialEndsAt: trialEndsAt?.toISOString() ?? null },
    });
  });
  return trialEndsAt;
}
