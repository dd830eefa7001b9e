import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import { ConflictError, NotFoundError, UnprocessableError } from "#domain/errors";
import { SAVED_VIEWS_LIMIT, type SavedView } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import { lockUser } from "../users/changeUser";

const { savedViews } = peopleTables;

type Row = typeof savedViews.$inferSelect;
type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];

const toSavedView = ({ id, path, name, search, updatedAt }: Row): SavedView => ({
  id,
  path,
  name,
  search,
  updatedAt: updatedAt.toISOString(),
});

/** The saved views of a user for a page, by name. */
export async function viewsOf(
  { db }: PeopleStore,
  { userId, path }: { userId: string; path: string },
): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.path, path)))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id));
  return rows.map(toSavedView);
}

/**
 * Saves a view under a name.
 * @throws ConflictError if the page has a view of that name; UnprocessableError if the account has reached
 * its limit
 */
export async function saveView(
  { db }: PeopleStore,
  { userId, ...view }: Pick<SavedView, "path" | "name" | "search"> & { userId: string },
): Promise<SavedView> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await requireFreeName(tx, { userId, ...view, id: null });
    const [saved] = await tx.select({ views: count() }).from(savedViews).where(eq(savedViews.userId, userId));
    if (saved !== undefined && saved.views >= SAVED_VIEWS_LIMIT) {
      throw new UnprocessableError(
        `Accounts are limited to ${SAVED_VIEWS_LIMIT} saved views. Delete one before saving another.`,
      );
    }
    const [row] = await tx
      .insert(savedViews)
      .values({ userId, ...view })
      .returning();
    if (row === undefined) throw new Error("A saved view was not returned.");
    return toSavedView(row);
  });
}

/**
 * Renames a view of the user, or replaces its content.
 * @throws NotFoundError if the user has no such view; ConflictError if its page has another view of that name
 */
export async function changeView(
  { db }: PeopleStore,
  { userId, id, ...change }: { userId: string; id: number; name?: string; search?: string },
): Promise<SavedView> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const own = and(eq(savedViews.userId, userId), eq(savedViews.id, id));
    const [view] = await tx.select().from(savedViews).where(own);
    if (view === undefined) throw missing(id);
    if (change.name !== undefined) {
      await requireFreeName(tx, { userId, path: view.path, name: change.name, id });
    }
    const [row] = await tx
      .update(savedViews)
      .set({ ...change, updatedAt: new Date() })
      .where(own)
      .returning();
    if (row === undefined) throw missing(id);
    return toSavedView(row);
  });
}

/** @throws NotFoundError if the user has no such view */
export async function deleteView(
  { db }: PeopleStore,
  { userId, id }: { userId: string; id: number },
): Promise<void> {
  const gone = await db
    .delete(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)))
    .returning({ id: savedViews.id });
  if (gone.length === 0) throw missing(id);
}

/** The error does not reveal whether the view exists for another user. */
const missing = (id: number) => new NotFoundError(`You have no saved view ${id}.`);

async function requireFreeName(
  tx: Transaction,
  { userId, path, name, id }: { userId: string; path: string; name: string; id: number | null },
): Promise<void> {
  const [other] = await tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(
      and(
        eq(savedViews.userId, userId),
        eq(savedViews.path, path),
        // Lower-cased by the database like the index: PostgreSQL and JavaScript differ for some letters.
        eq(sql`lower(${savedViews.name})`, sql`lower(${name})`),
        ...(id === null ? [] : [ne(savedViews.id, id)]),
      ),
    );
  if (other !== undefined) {
    throw new ConflictError(
      `This page already has a view named ${JSON.stringify(name)}. Choose another name.`,
    );
  }
}
