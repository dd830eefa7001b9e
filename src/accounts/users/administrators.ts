import { eq } from "drizzle-orm";
import { DEFAULT_ROLE, emailSchema, InvalidError, NotFoundError, PreconditionError } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { lockAdministration } from "../administrators/lockAdministration";
import { writeAudit } from "../audit/writeAudit";

const { sessions, users } = peopleTables;

/** Makes a user an administrator where the configuration names the address. It must be verified already. */
export async function acceptAdministrators(
  store: PeopleStore,
  { user, adminEmails }: { user: { email: string }; adminEmails: readonly string[] },
): Promise<void> {
  if (adminEmails.includes(user.email)) await grantAdministrator(store, user.email, "ADMIN_EMAILS");
}

/**
 * Makes the account of an address an administrator, creating it where there is none
 * yet: the person still has to sign in by mail. Granting twice changes nothing.
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
 * Takes it back, which nobody does to themselves: somebody has to be left who could undo it. Addresses of the setting ADMIN_EMAILS become administrators again when they
 * sign in.
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
    // Whoever becomes an administrator again begins with pages of their own.
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

/** Every administrator's address. */
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
