import { eq } from "drizzle-orm";
import { NotFoundError } from "#domain/errors";
import { emailSchema, type Profile } from "#domain/people";
import { invalidAt } from "#domain/query";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";

const { users } = peopleTables;

/**
 * Creates the account of an address, even if SIGN_UP limits new accounts. Its owner signs in by email.
 * @param actor who does it, for the audit log
 * @returns false if the account exists
 * @throws InvalidError
 */
export async function addUser({ db }: PeopleStore, address: string, actor: string): Promise<boolean> {
  const parsed = emailSchema.safeParse(address);
  if (!parsed.success) throw invalidAt("email", `${JSON.stringify(address)} is not an email address`);
  return db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ email: parsed.data })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (user === undefined) return false;
    await writeAudit(tx, { actor, action: "add user", subject: user.id, subjectKind: "user" });
    return true;
  });
}

/**
 * Locks a user until the transaction ends, so that concurrent requests do not both pass a limit.
 * @throws NotFoundError if the user no longer exists
 */
export async function lockUser(tx: Pick<PeopleStore["db"], "select">, userId: string): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  if (user === undefined) throw new NotFoundError("This account no longer exists.");
}

async function update(
  { db }: PeopleStore,
  userId: string,
  set: Partial<typeof users.$inferInsert>,
): Promise<void> {
  const changed = await db.update(users).set(set).where(eq(users.id, userId)).returning({ id: users.id });
  if (changed.length === 0) throw new NotFoundError("This account no longer exists. Sign in again.");
}

/** Changes profile fields of a user; omitted fields are unchanged. */
export async function updateProfile(
  store: PeopleStore,
  userId: string,
  profile: Partial<Profile>,
): Promise<void> {
  if (Object.keys(profile).length > 0) await update(store, userId, profile);
}

export const updateName = (store: PeopleStore, userId: string, name: string): Promise<void> =>
  update(store, userId, { name });

/** @param darkMode null follows the browser */
export const updateDarkMode = (store: PeopleStore, userId: string, darkMode: boolean | null): Promise<void> =>
  update(store, userId, { darkMode });
