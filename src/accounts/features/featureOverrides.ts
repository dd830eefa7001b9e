/** Flags set for everyone, one plan, organization or user. */
import { and, asc, eq, or } from "drizzle-orm";
import { ForbiddenError, InvalidError, NotFoundError, PreconditionError } from "#domain/errors";
import {
  ALL_FEATURES,
  type FeatureFlag,
  type FlagChoice,
  flagsOfChoice,
  type OverrideKind,
  openFlags,
  planTypes,
} from "#domain/vocabulary";
import { type PeopleStore, peopleTables } from "#stores";
import { lockAdministration } from "../administrators/lockAdministration";
import { isUuid, writeAudit } from "../audit/auditLog";
import { findOrganization } from "../organizations/findOrganization";

const { featureOverrides, users } = peopleTables;

export interface FeatureOverride {
  /** `setting`: set by the configuration. */
  kind: OverrideKind | "setting";
  /** Plan type, organization id or user id; blank for everyone. */
  subject: string;
  flag: FeatureFlag;
  value: boolean;
}

/** A flag, the subject it is set for, and its value. */
export interface FlagSetting {
  kind: OverrideKind;
  /** A plan type; an organization's id or domain; a user's id or email address; blank for everyone. */
  subject: string;
  /** `all`: every plan feature, in one transaction. */
  flag: FlagChoice;
  /** Null removes the override. */
  value: boolean | null;
  actor: string;
}

/**
 * Sets a flag for everyone, a plan, an organization or a user, or removes the override.
 * @throws InvalidError for a flag that cannot be set for everyone; NotFoundError
 */
export async function setFeatureOverride(store: PeopleStore, setting: FlagSetting): Promise<void> {
  const { kind, actor, value } = setting;
  const flags = flagsOfChoice(setting.flag);
  for (const flag of flags) {
    if (kind === "everyone" && !openFlags.includes(flag)) {
      throw new InvalidError(`${flag} cannot be set for everyone. Flags that can: ${openFlags.join(", ")}.`, [
        { path: "flag", message: "cannot be set for everyone" },
      ]);
    }
  }
  const subject = await subjectOf(store, kind, setting.subject);
  if (flags.includes("enable-admin-tools") && value === false && subject === actor) {
    throw new PreconditionError(
      "You cannot turn off your own access to administration. Ask another administrator.",
    );
  }
  await store.db.transaction(async (tx) => {
    if (flags.includes("enable-admin-tools")) await lockAdministration(tx, actor);
    for (const flag of flags) await setOne(tx, { kind, subject, flag, value, actor });
  });
}

/**
 * Enables all features for everyone while the installation has no administrator.
 * @throws ForbiddenError if it has one
 */
export async function openAllFeatures(store: PeopleStore, actor: string): Promise<void> {
  const [administrator] = await store.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, "ADMIN"))
    .limit(1);
  if (administrator !== undefined) {
    throw new ForbiddenError("This installation has an administrator, who can open features under Data.");
  }
  await setFeatureOverride(store, {
    kind: "everyone",
    subject: "",
    flag: ALL_FEATURES,
    value: true,
    actor,
  });
}

async function setOne(
  tx: Pick<PeopleStore["db"], "select" | "delete" | "insert">,
  {
    kind,
    subject,
    flag,
    value,
    actor,
  }: Pick<FlagSetting, "kind" | "subject" | "value" | "actor"> & { flag: FeatureFlag },
): Promise<void> {
  const isOfKey = and(
    eq(featureOverrides.subjectKind, kind),
    eq(featureOverrides.subject, subject),
    eq(featureOverrides.flag, flag),
  );
  const [before] = await tx
    .select({ value: featureOverrides.value })
    .from(featureOverrides)
    .where(isOfKey)
    .for("update");
  if (value === null) {
    await tx.delete(featureOverrides).where(isOfKey);
  } else {
    await tx
      .insert(featureOverrides)
      .values({ subjectKind: kind, subject, flag, value })
      .onConflictDoUpdate({
        target: [featureOverrides.subjectKind, featureOverrides.subject, featureOverrides.flag],
        set: { value },
      });
  }
  await writeAudit(tx, {
    actor,
    action: "set feature flag",
    subject: kind === "everyone" ? "everyone" : subject,
    subjectKind: kind,
    detail: JSON.stringify({ kind, flag, value }),
    before: { [flag]: before?.value ?? null },
    after: { [flag]: value },
  });
}

/** Makes the configuration enable exactly these flags for everyone. Overrides take precedence. */
export async function openFeatures({ db }: PeopleStore, flags: readonly FeatureFlag[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(featureOverrides).where(eq(featureOverrides.subjectKind, "setting"));
    for (const flag of flags) {
      await tx
        .insert(featureOverrides)
        .values({ subjectKind: "setting", subject: "", flag, value: true })
        .onConflictDoNothing();
    }
  });
}

export async function listFeatureOverrides({ db }: PeopleStore): Promise<FeatureOverride[]> {
  const rows = await db
    .select()
    .from(featureOverrides)
    .orderBy(asc(featureOverrides.subjectKind), asc(featureOverrides.subject), asc(featureOverrides.flag));
  return rows.map(({ subjectKind, ...row }) => ({ kind: subjectKind, ...row }));
}

async function subjectOf(store: PeopleStore, kind: OverrideKind, named: string): Promise<string> {
  if (kind === "everyone") return "";
  if (kind === "plan") {
    const plan = planTypes.find((type) => type === named.toUpperCase());
    if (plan === undefined) {
      throw new InvalidError(`There is no plan ${JSON.stringify(named)}. Plans: ${planTypes.join(", ")}.`);
    }
    return plan;
  }
  if (kind === "organization") return (await findOrganization(store, named)).id;
  const [user] = await store.db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.email, named.trim().toLowerCase()), isUuid(named) ? eq(users.id, named) : undefined));
  if (user === undefined) throw new NotFoundError(`There is no user ${JSON.stringify(named)}.`);
  return user.id;
}
