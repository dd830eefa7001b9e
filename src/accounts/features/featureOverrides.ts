/** Flags set for everyone, one plan, organization or user. */
import { and, asc, eq, or } from "drizzle-orm";
import {
  type FeatureFlag,
  InvalidError,
  NotFoundError,
  type OverrideKind,
  openFlags,
  PreconditionError,
  planTypes,
} from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { holdAdministration } from "../administrators/holdAdministration";
import { isUuid } from "../audit/isUuid";
import { writeAudit } from "../audit/writeAudit";
import { findOrganization } from "../organizations/findOrganization";

const { featureOverrides, users } = peopleTables;

export interface FeatureOverride {
  /** `setting`: by the configuration. */
  kind: OverrideKind | "setting";
  /** Plan type, organization id or user id; blank for everyone. */
  subject: string;
  flag: FeatureFlag;
  value: boolean;
}

/**
 * Sets a flag for everyone, a plan, an organization or one user, or takes that back.
 * @param subject a plan type; an organization's id or domain; a user's id or mail address; blank for everyone
 * @param value null goes back to what the flag would be otherwise
 * @throws InvalidError for a flag that cannot be set for everyone; NotFoundError
 */
export async function setFeatureOverride(
  store: PeopleStore,
  {
    kind,
    subject: named,
    flag,
    value,
    actor,
  }: { kind: OverrideKind; subject: string; flag: FeatureFlag; value: boolean | null; actor: string },
): Promise<void> {
  if (kind === "everyone" && !openFlags.includes(flag)) {
    throw new InvalidError(`${flag} cannot be set for everyone. Flags that can: ${openFlags.join(", ")}.`, [
      { path: "flag", message: "cannot be set for everyone" },
    ]);
  }
  const subject = await subjectOf(store, kind, named);
  if (flag === "enable-admin-tools" && value === false && subject === actor) {
    throw new PreconditionError(
      "You cannot turn off your own access to administration. Ask another administrator.",
    );
  }
  const key = { subjectKind: kind, subject, flag };
  const isOfKey = and(
    eq(featureOverrides.subjectKind, kind),
    eq(featureOverrides.subject, subject),
    eq(featureOverrides.flag, flag),
  );
  await store.db.transaction(async (tx) => {
    if (flag === "enable-admin-tools") await holdAdministration(tx, actor);
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
        .values({ ...key, value })
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
  });
}

/** Has the configuration open exactly these flags to everyone; what is set otherwise counts before it. */
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
