import { emailSchema } from "#domain/people";
import { invalidAt } from "#domain/query";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/writeAudit";

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
