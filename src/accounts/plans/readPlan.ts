import { and, count, eq, isNull } from "drizzle-orm";
import { planOf } from "#domain/people";
import type { PlanType } from "#domain/vocabulary";
import { type PeopleStore, peopleTables } from "#stores";
import { liveKeys } from "../apiKeys/apiKeys";
import { currentPlan } from "../users/userRecord";

const { apiKeys, memberships, organizations } = peopleTables;

export interface PlanState {
  /** The plan in effect today. */
  type: PlanType;
  /** When the trial ends or ended; null for plans without an end. */
  trialEndsAt: Date | null;
  /** The trial that has ended, if any. */
  endedTrial: PlanType | null;
  members: number;
  liveApiKeys: number;
}

/** The plan of an organization; the free plan without one. */
export async function readPlan({ db }: PeopleStore, organizationId: string | null): Promise<PlanState> {
  const none: PlanState = { type: "FREE", trialEndsAt: null, endedTrial: null, members: 0, liveApiKeys: 0 };
  if (organizationId === null) return none;
  const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId));
  if (row === undefined) return none;
  const [[members], [keys]] = await Promise.all([
    db.select({ number: count() }).from(memberships).where(eq(memberships.organizationId, organizationId)),
    db
      .select({ number: count() })
      .from(apiKeys)
      .where(and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.linkPath), liveKeys(new Date()))),
  ]);
  const type = currentPlan(row);
  return {
    type,
    trialEndsAt: planOf(row.planType).endsAs === null ? null : row.trialEndsAt,
    endedTrial: type === row.planType ? null : row.planType,
    members: members?.number ?? 0,
    liveApiKeys: keys?.number ?? 0,
  };
}
