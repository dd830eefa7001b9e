import { eq } from "drizzle-orm";
import { emailSchema, InvalidError } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";

const { auditLog, users } = peopleTables;

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
  const parsed = emailSchema.safeParse(address);
  if (!parsed.success) {
    throw new InvalidError(`${JSON.stringify(address)} is not a mail address.`, [
      { path: "email", message: "not a mail address" },
    ]);
  }
  const email = parsed.data;
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(users).where(eq(users.email, email));
    if (before?.role === "ADMIN") return;
    await tx
      .insert(users)
      .values({ email, role: "ADMIN" })
      .onConflictDoUpdate({ target: users.email, set: { role: "ADMIN" } });
    await tx.insert(auditLog).values({ actor, action: "grant administrator", subject: email });
  });
}
