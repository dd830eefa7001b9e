import { and, asc, eq } from "drizzle-orm";
import { type MemberRole, type Profile, planOf, shownText, type User } from "#domain/people";
import type { FeatureFlags, PlanType } from "#domain/vocabulary";
import { type PeopleStore, peopleTables } from "#stores";
import { evaluateFeatures, type FeatureSubject } from "../features/evaluateFeatures";

const { memberships, organizations, users } = peopleTables;

type UserRow = typeof users.$inferSelect;
type OrganizationRow = typeof organizations.$inferSelect;

/**
 * The plan in effect today: an ended trial counts as the plan it reverts to, a suspended organization as
 * free.
 */
export function currentPlan({
  planType,
  trialEndsAt,
  suspendedAt,
}: Pick<OrganizationRow, "planType" | "trialEndsAt" | "suspendedAt">): PlanType {
  if (suspendedAt !== null) return "FREE";
  const ended = trialEndsAt !== null && trialEndsAt.getTime() <= Date.now();
  return ended ? (planOf(planType).endsAs ?? planType) : planType;
}

/** Stored data of a user, and the subject for which their flags are evaluated. */
export interface UserRecord {
  row: UserRow;
  /** Oldest first. */
  joined: { organization: OrganizationRow; role: MemberRole; joinedAt: Date }[];
  /** Their current organization. */
  primary: OrganizationRow | null;
  subject: FeatureSubject;
}

/** @returns null if the user does not exist */
export async function readUserRecord(store: PeopleStore, userId: string): Promise<UserRecord | null> {
  const [row] = await store.db.select().from(users).where(eq(users.id, userId));
  if (row === undefined) return null;
  const joined = await store.db
    .select({ organization: organizations, role: memberships.role, joinedAt: memberships.createdAt })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.createdAt));
  const primary = currentOrganization(
    joined.map((j) => j.organization),
    row.currentOrganizationId,
  );
  const subject: FeatureSubject = {
    userId,
    role: row.role,
    // Overrides of a suspended organization do not apply either.
    organizationId: primary === null || primary.suspendedAt !== null ? null : primary.id,
    plan: primary === null ? "FREE" : currentPlan(primary),
  };
  return { row, joined, primary, subject };
}

/**
 * The user object of the specification, with the features that apply now.
 * @param intercomHmac created by the caller, who knows the secret; null if the chat widget is off
 * @returns null if the user does not exist (deleted meanwhile)
 */
export async function readUser(
  store: PeopleStore,
  userId: string,
  intercomHmac: (userId: string) => string | null = () => null,
): Promise<User | null> {
  const record = await readUserRecord(store, userId);
  if (record === null) return null;
  return userOf(record, await evaluateFeatures(store, record.subject), intercomHmac);
}

/** As `readUser`, from data that is already read and evaluated. */
export function userOf(
  { row, joined, primary }: UserRecord,
  features: FeatureFlags,
  intercomHmac: (userId: string) => string | null = () => null,
): User {
  return {
    ...userFields(row, features),
    organization: primary === null ? null : organizationFields(primary),
    memberships: joined.map(({ organization, role }) => ({
      organization_id: organization.id,
      organization_name: shownText(organization.name),
      role,
    })),
    intercom_hmac: intercomHmac(row.id),
  };
}

/**
 * The organization that a user switched to, while they are a member of it. Otherwise a shared organization
 * precedes a personal one, since its plan is the paid one.
 */
const currentOrganization = (all: OrganizationRow[], chosen: string | null): OrganizationRow | null =>
  all.find((o) => o.id === chosen) ?? all.find((o) => o.scope !== "personal") ?? all[0] ?? null;

const organizationFields = (row: OrganizationRow): User["organization"] => ({
  id: row.id,
  name: shownText(row.name),
  domain: row.domain,
  scope: row.scope,
  plan: { id: row.id, type: currentPlan(row), organization_id: row.id },
  ...(row.suspendedAt === null ? {} : { is_suspended: true }),
});

const userFields = (
  row: UserRow,
  features: FeatureFlags,
): Omit<User, "organization" | "memberships" | "intercom_hmac"> => ({
  id: row.id,
  name: row.name === null ? null : shownText(row.name),
  email: row.email,
  emailVerified: row.emailVerified?.toISOString() ?? null,
  image: row.image,
  role: row.role,
  profile: profileOf(row),
  preferences: { darkMode: row.darkMode },
  features,
});

/** Values are validated when written, so each is one of the options. */
const profileOf = (row: UserRow): Profile => ({
  company: shownText(row.company),
  companyType: row.companyType,
  occupation: row.occupation,
  acquisitionChannel: row.acquisitionChannel,
  assetClassInterests: row.assetClassInterests,
  shouldReceiveMarketing: row.shouldReceiveMarketing,
});

/** A member's role in an organization; null if the user is not a member. */
export async function memberRole(
  { db }: PeopleStore,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<string | null> {
  const [row] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.organizationId, organizationId)));
  return row?.role ?? null;
}
