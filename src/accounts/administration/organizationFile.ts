import { desc, eq } from "drizzle-orm";
import { type organizationScopes, shownText } from "#domain/people";
import type { PlanType } from "#domain/vocabulary";
import { type PeopleStore, peopleTables } from "#stores";
import { type ApiKeySummary, listApiKeys } from "../apiKeys/apiKeys";
import { isUuid } from "../audit/auditLog";
import { type ExplainedFeature, explainFeatures } from "../features/evaluateFeatures";
import { type Invitation, listInvitations } from "../team/invitations";
import { listMembers, type Member } from "../team/members";
import { currentPlan } from "../users/userRecord";

const { apiUsage, organizations } = peopleTables;

/** Months of usage shown. */
const USAGE_MONTHS = 12;

/** An organization as shown to administrators. */
export interface OrganizationFile {
  id: string;
  name: string;
  domain: string | null;
  scope: (typeof organizationScopes)[number];
  createdAt: Date;
  suspendedAt: Date | null;
  /** The plan that was set, and the plan in effect today. */
  plan: { set: PlanType; counts: PlanType; trialEndsAt: Date | null };
  /** Flags of a member without overrides of their own, and what decided each. */
  features: ExplainedFeature[];
  members: Member[];
  invitations: Invitation[];
  apiKeys: ApiKeySummary[];
  /** Data API requests by month (`2026-03`), newest first; months without requests are omitted. */
  usage: { month: string; requests: number }[];
}

/** Reads an organization for administrators; null if it does not exist. */
export async function readOrganizationFile(
  store: PeopleStore,
  organizationId: string,
): Promise<OrganizationFile | null> {
  if (!isUuid(organizationId)) return null;
  const { db } = store;
  const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId));
  if (row === undefined) return null;
  const counts = currentPlan(row);
  const [features, members, invitations, apiKeys, usage] = await Promise.all([
    explainFeatures(store, {
      userId: "",
      role: "CUSTOMER",
      organizationId: row.suspendedAt === null ? organizationId : null,
      plan: counts,
    }),
    listMembers(store, organizationId),
    listInvitations(store, organizationId),
    listApiKeys(store, { organizationId }),
    db
      .select({ month: apiUsage.month, requests: apiUsage.requests })
      .from(apiUsage)
      .where(eq(apiUsage.organizationId, organizationId))
      .orderBy(desc(apiUsage.month))
      .limit(USAGE_MONTHS),
  ]);
  return {
    id: row.id,
    name: shownText(row.name),
    domain: row.domain,
    scope: row.scope,
    createdAt: row.createdAt,
    suspendedAt: row.suspendedAt,
    plan: { set: row.planType, counts, trialEndsAt: row.trialEndsAt },
    features,
    members,
    invitations,
    apiKeys,
    usage,
  };
}
