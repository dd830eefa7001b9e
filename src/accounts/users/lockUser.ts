import { eq } from "drizzle-orm";
import { NotFoundError } from "#domain/errors";
import { type PeopleStore, peopleTables } from "#stores";

const { users } = peopleTables;

/**
 * Locks a user until the transaction ends, so that concurrent requests do not both pass a limit.
 * @throws NotFoundError if the user no longer exists
 */
export async function lockUser(tx: Pick<PeopleStore["db"], "select">, userId: string): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  if (user === undefined) throw new NotFoundError("This account no longer exists.");
}
