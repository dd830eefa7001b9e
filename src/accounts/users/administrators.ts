import { eq } from "drizzle-orm";
import { InvalidError, NotFoundError, PreconditionError } from "#domain/errors";
import { emailSchema } from "#domain/people";
import { DEFAULT_ROLE } from "#domain/vocabulary";
import { type PeopleStore, peopleTables } from "#stores";
import { lockAdministration } from "../administrators/lockAdministration";
import { writeAudit } from "../audit/auditLog";

const { sessions, users } = peopleTables;

/** Makes a user an administrator if the configuration lists the address, which must be verified. */
export async function acceptAdministrators(
  store: PeopleStore,
  { user, adminEmails }: { user: { email: string }; adminEmails: readonly string[] },
): Promise<void> {
  if (adminEmails.includes(user.email)) await grantAdministrator(store, user.email, "ADMIN_EMAILS");
}

/**
 * Makes the account of an address an administrator, creating the account if necessary; the user still signs
 * in by email. Idempotent.
 * @param actor who does it, for the audit log
 */
export async function grantAdministrator({ db }: PeopleStore, address: string, actor: string): Promise<void> {
  const email = parseEmail(address);
  await db.transaction(async (tx) => {
    await lockAdministration(tx, actor);
    const [before] = await tx.select().from(users).where(eq(users.email, email));
    if (before?.role === "ADMIN") return;
    const [user] = await tx
      .insert(users)
      .values({ email, role: "ADMIN" })
      .onConflictDoUpdate({ target: users.email, set: { role: "ADMIN" } })
      .returning({ id: users.id });
    await writeAudit(tx, {
      actor,
      action: "grant administrator",
      subject: user?.id ?? "",
      subjectKind: "user",
      before: before === undefined ? null : { role: before.role },
      after: { role: "ADMIN" },
    });
  });
}

/**
 * Revokes the administrator role. Users cannot revoke their own, so that an administrator remains who can
 * undo it. Addresses listed in ADMIN_EMAILS become administrators again when they sign in.
 */
export async function revokeAdministrator(
  { db }: PeopleStore,
  address: string,
  actor: string,
): Promise<void> {
  const email = parseEmail(address);
  await db.transaction(async (tx) => {
    await lockAdministration(tx, actor);
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    if (user === undefined) throw new NotFoundError(`There is no user ${email}.`);
    if (user.role !== "ADMIN") return;
    if (user.id === actor) {
      throw new PreconditionError("You cannot revoke your own role. Ask another administrator.");
    }
    await tx.update(users).set({ role: DEFAULT_ROLE }).where(eq(users.id, user.id));
    // A user who becomes an administrator again starts with their own pages.
    await tx
      .update(sessions)
      .set({ viewedUserId: null, viewedUntil: null })
      .where(eq(sessions.userId, user.id));
    await writeAudit(tx, {
      actor,
      action: "revoke administrator",
      subject: user.id,
      subjectKind: "user",
      before: { role: user.role },
      after: { role: DEFAULT_ROLE },
    });
  });
}

/** Addresses of all administrators. */
export async function listAdministrators({ db }: PeopleStore): Promise<string[]> {
  const rows = await db.select().from(users).where(eq(users.role, "ADMIN")).orderBy(users.email);
  return rows.map((row) => row.email);
}

function parseEmail(address: string): string {
  const parsed = emailSchema.safeParse(address);
  if (parsed.success) return parsed.data;
  throw new InvalidError(`${JSON.stringify(address)} is not an email address.`, [
    { path: "email", message: "not an email address" },
  ]);
}
