import { and, eq, or } from "drizzle-orm";
import { type AccountRole, planOf } from "#domain/people";
import {
  type FeatureFlag,
  type FeatureFlags,
  featureFlagDefaults,
  featureFlags,
  gatedFlags,
  overrideKinds,
  type PlanType,
} from "#domain/vocabulary";
import { type PeopleStore, peopleTables } from "#stores";

const { featureOverrides } = peopleTables;

/** The user, organization or visitor for whom flags are evaluated. */
export interface FeatureSubject {
  /** Empty for an organization as a whole, or for a visitor without an account. */
  userId: string;
  role: AccountRole;
  organizationId: string | null;
  /** Null for a visitor without an account. */
  plan: PlanType | null;
}

const gated: readonly FeatureFlag[] = gatedFlags;

const order = ["setting", ...overrideKinds] as const;
type Kind = (typeof order)[number];

/**
 * What decided a flag: nothing (`default`), the plan, the account's role, the configuration, a setting for
 * everyone, or an override.
 */
export type FeatureOrigin =
  | "default"
  | "plan"
  | "role"
  | "configuration"
  | "installation"
  | "plan override"
  | "organization override"
  | "user override";

const origins: Readonly<Record<Kind, FeatureOrigin>> = {
  setting: "configuration",
  everyone: "installation",
  plan: "plan override",
  organization: "organization override",
  user: "user override",
};

export interface ExplainedFeature {
  flag: FeatureFlag;
  value: boolean;
  origin: FeatureOrigin;
}

/**
 * The flags that apply to a user and what decided each. In ascending precedence: the defaults, the plan, the
 * administrator role (administration and all features), the configuration, and overrides for everyone, the
 * plan, the organization and the user.
 */
export async function explainFeatures(
  { db }: PeopleStore,
  subject: FeatureSubject,
): Promise<ExplainedFeature[]> {
  const of = (kind: Kind, name: string) =>
    and(eq(featureOverrides.subjectKind, kind), eq(featureOverrides.subject, name));
  const overrides = await db
    .select()
    .from(featureOverrides)
    .where(
      or(
        of("setting", ""),
        of("everyone", ""),
        of("user", subject.userId),
        subject.plan === null ? undefined : of("plan", subject.plan),
        subject.organizationId === null ? undefined : of("organization", subject.organizationId),
      ),
    );
  return featureFlags.map((flag) => {
    const override = order
      .toReversed()
      .flatMap((kind) => overrides.filter((one) => one.subjectKind === kind && one.flag === flag))[0];
    if (override !== undefined) {
      return { flag, value: override.value, origin: origins[override.subjectKind] };
    }
    if (subject.role === "ADMIN" && (flag === "enable-admin-tools" || gated.includes(flag))) {
      return { flag, value: true, origin: "role" as const };
    }
    if (subject.plan !== null && planOf(subject.plan).includedFlags.includes(flag))
      return { flag, value: true, origin: "plan" as const };
    return { flag, value: featureFlagDefaults[flag], origin: "default" as const };
  });
}

/** The flags that apply to a user. */
export async function evaluateFeatures(store: PeopleStore, subject: FeatureSubject): Promise<FeatureFlags> {
  return flagsOf(await explainFeatures(store, subject));
}

export function flagsOf(explained: readonly ExplainedFeature[]): FeatureFlags {
  const features: FeatureFlags = { ...featureFlagDefaults };
  for (const { flag, value } of explained) features[flag] = value;
  return features;
}
