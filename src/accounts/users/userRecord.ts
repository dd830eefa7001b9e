import { and, asc, eq } from "drizzle-orm";
import {
  type FeatureFlags,
  type MemberRole,
  type PlanType,
  type Profile,
  planOf,
  shownText,
  type User,
} from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { evaluateFeatures, type FeatureSubject } from "../features/evaluateFeatures";

const { memberships, organizations, users } = peopleTables;

type UserRow = typeof users.$inferSelect;
type OrganizationRow = typeof organizations.$inferSelect;

/** The plan that counts today: a trial that has ended counts as the one it ends as, a suspension as the free one. */
export function currentPlan({
  planType,
  trialEndsAt,
  suspendedAt,
}: Pick<OrganizationRow, "planType" | "trialEndsAt" | "suspendedAt">): PlanType {
  if (suspendedAt !== null) return "FREE";
  const ended = trialEndsAt !== null && trialEndsAt.getTime() <= Date.now();
  return ended ? (planOf(planType).endsAs ?? planType) : planType;
}

/** What is stored of a user, and whom their flags are evaluated for. */
export interface UserRecord {
  row: UserRow;
  /** Oldest first. */
  joined: { organization: OrganizationRow; role: MemberRole; joinedAt: Date }[];
  /** The organization that they act in. */
  primary: OrganizationRow | null;
  subject: FeatureSubject;
}

/** @returns null where there is no such user */
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
    // What was turned on for a suspended organization does not count either.
    organizationId: primary === null || primary.suspendedAt !== null ? null : primary.id,
    plan: primary === null ? "FREE" : currentPlan(primary),
  };
  return { row, joined, primary, subject };
}

/**
 * The user object of the specification, with the features that apply now.
 * @param intercomHmac made by the caller, who knows the secret; null where the chat widget is off
 * @returns null where there is no such user (deleted meanwhile)
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

/** As `readUser`, of what was read and evaluated. */
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
 * The organization that somebody switched to, while they are a member of it. Otherwise a shared one
 * counts before a personal one: its plan is the one that was paid for.
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

/** Values are checked when they are written, so they are one of the options here. */
const profileOf = (row: UserRow): Profile => ({
  company: shownText(row.company),
  companyType: row.companyType,
  occupation: row.occupation,
  acquisitionChannel: row.acquisitionChannel,
  assetClassInterests: row.assetClassInterests,
  shouldReceiveMarketing: row.shouldReceiveMarketing,
});

/** A member's role in an organization; null where the user is not one. */
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
