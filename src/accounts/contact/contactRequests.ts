import { desc, eq } from "drizzle-orm";
import type { ContactRequest } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";

const { contactRequests } = peopleTables;

export type StoredContactRequest = typeof contactRequests.$inferSelect;

/** Stores a request and returns its id. */
export async function addContactRequest(
  { db }: PeopleStore,
  { topic, name, email, company, message }: Omit<ContactRequest, "website">,
): Promise<string> {
  const [row] = await db
    .insert(contactRequests)
    .values({ topic, name, email, company, message })
    .returning({ id: contactRequests.id });
  if (row === undefined) throw new Error("A contact request was not stored");
  return row.id;
}

/** Records that the mail about a request was sent. */
export async function markMailed({ db }: PeopleStore, id: string): Promise<void> {
  await db.update(contactRequests).set({ mailedAt: new Date() }).where(eq(contactRequests.id, id));
}

/** Newest first. */
export const listContactRequests = (
  { db }: PeopleStore,
  { limit }: { limit: number },
): Promise<StoredContactRequest[]> =>
  db.select().from(contactRequests).orderBy(desc(contactRequests.at)).limit(limit);
