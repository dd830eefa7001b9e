import { type MemberRole, shownText, type User } from "#domain/people";
import type { PlanType } from "#domain/vocabulary";
import type { PeopleStore } from "#stores";
import { type ApiKeySummary, listApiKeys } from "../apiKeys/apiKeys";
import { isUuid } from "../audit/auditLog";
import { type ExplainedFeature, explainFeatures, flagsOf } from "../features/evaluateFeatures";
import { listSessions, type SessionSummary } from "../sessions/sessions";
import { currentPlan, readUserRecord, userOf } from "../users/userRecord";

/** A membership of a user, as shown to administrators. */
export interface UserMembership {
  organizationId: string;
  organizationName: string;
  role: MemberRole;
  plan: PlanType;
  joinedAt: Date;
}

/** A user as shown to administrators. */
export interface UserFile {
  user: User;
  createdAt: Date;
  suspendedAt: Date | null;
  /** Flags that apply to them, and what decided each. */
  features: ExplainedFeature[];
  memberships: UserMembership[];
  sessions: SessionSummary[];
  /** Keys that they created, for any organization. */
  apiKeys: ApiKeySummary[];
}

/** Reads a user for administrators; null if the user does not exist. */
export async function readUserFile(store: PeopleStore, userId: string): Promise<UserFile | null> {
  if (!isUuid(userId)) return null;
  const record = await readUserRecord(store, userId);
  if (record === null) return null;
  const [sessions, apiKeys, features] = await Promise.all([
    listSessions(store, userId),
    listApiKeys(store, { userId }),
    explainFeatures(store, record.subject),
  ]);
  return {
    user: userOf(record, flagsOf(features)),
    createdAt: record.row.createdAt,
    suspendedAt: record.row.suspendedAt,
    features,
    memberships: record.joined.map(({ organization, role, joinedAt }) => ({
      organizationId: organization.id,
      organizationName: shownText(organization.name),
      role,
      plan: currentPlan(organization),
      joinedAt,
    })),
    sessions,
    apiKeys,
  };
}
