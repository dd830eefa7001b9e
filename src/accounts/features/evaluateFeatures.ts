import { and, eq, or } from "drizzle-orm";
import {
  type AccountRole,
  type FeatureFlag,
  type FeatureFlags,
  featureFlagDefaults,
  type PlanType,
  planOf,
} from "#domain";
import { type PeopleStore, peopleTables } from "#stores";

const { featureOverrides } = peopleTables;

interface Subject {
  userId: string;
  role: AccountRole;
  organizationId: string | null;
  plan: PlanType;
}

const order = ["plan", "organization", "user"] as const;

/**
 * The flags that apply to a user: the defaults, what the plan turns on, what
 * the role of administrator turns on, then overrides for the plan, the
 * organization and the user, each over the one before.
 */
export async function evaluateFeatures({ db }: PeopleStore, subject: Subject): Promise<FeatureFlags> {
  const of = (kind: (typeof order)[number], name: string) =>
    and(eq(featureOverrides.subjectKind, kind), eq(featureOverrides.subject, name));
  const overrides = await db
    .select()
    .from(featureOverrides)
    .where(
      or(
        of("plan", subject.plan),
        of("user", subject.userId),
        subject.organizationId === null ? undefined : of("organization", subject.organizationId),
      ),
    );
  const features: FeatureFlags = { ...featureFlagDefaults };
  for (const flag of planOf(subject.plan).turnsOn) features[flag] = true;
  if (subject.role === "ADMIN") features["enable-admin-tools"] = true;
  for (const kind of order) {
    for (const override of overrides) {
      if (override.subjectKind === kind) features[override.flag satisfies FeatureFlag] = override.value;
    }
  }
  return features;
}
