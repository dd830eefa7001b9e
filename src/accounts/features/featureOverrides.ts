/** Flags set for one plan, organization or user. */
import { and, asc, eq, or } from "drizzle-orm";
import { type FeatureFlag, InvalidError, NotFoundError, type OverrideKind, planTypes } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/writeAudit";
import { findOrganization } from "../organizations/findOrganization";

const { featureOverrides, users } = peopleTables;

export interface FeatureOverride {
  kind: OverrideKind;
  /** Plan type, organization id or user id. */
  subject: string;
  flag: FeatureFlag;
  value: boolean;
}

/**
 * Sets a flag for everybody of a plan, an organization or one user, or takes that back.
 * @param subject a plan type; an organization's id or domain; a user's id or mail address
 * @param value null goes back to what the flag would be otherwise
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
  const subject = await subjectOf(store, kind, named);
  const key = { subjectKind: kind, subject, flag };
  await store.db.transaction(async (tx) => {
    if (value === null) {
      await tx
        .delete(featureOverrides)
        .where(
          and(
            eq(featureOverrides.subjectKind, kind),
            eq(featureOverrides.subject, subject),
            eq(featureOverrides.flag, flag),
          ),
        );
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
      subject,
      detail: JSON.stringify({ kind, flag, value }),
    });
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

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
