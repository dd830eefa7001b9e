import { eq } from "drizzle-orm";
import { NotFoundError } from "#domain/errors";
import type { Profile } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";

const { users } = peopleTables;

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
