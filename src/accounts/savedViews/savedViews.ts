import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import { ConflictError, NotFoundError, SAVED_VIEWS_LIMIT, type SavedView, UnprocessableError } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { lockUser } from "../users/lockUser";

const { savedViews } = peopleTables;

type Row = typeof savedViews.$inferSelect;
type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];

const told = ({ id, path, name, search, updatedAt }: Row): SavedView => ({
  id,
  path,
  name,
  search,
  updatedAt: updatedAt.toISOString(),
});

/** The views of a page that somebody has saved, by name. */
export async function viewsOf(
  { db }: PeopleStore,
  { userId, path }: { userId: string; path: string },
): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.path, path)))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id));
  return rows.map(told);
}

/**
 * Saves a view under a name.
 * @throws ConflictError where the page has one of that name; UnprocessableError where the account has no room
 */
export async function saveView(
  { db }: PeopleStore,
  { userId, ...view }: Pick<SavedView, "path" | "name" | "search"> & { userId: string },
): Promise<SavedView> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await requireFreeName(tx, { userId, ...view, id: null });
    const [held] = await tx.select({ views: count() }).from(savedViews).where(eq(savedViews.userId, userId));
    if (held !== undefined && held.views >= SAVED_VIEWS_LIMIT) {
      throw new UnprocessableError(
        `Accounts are limited to ${SAVED_VIEWS_LIMIT} saved views. Delete one before saving another.`,
      );
    }
    const [row] = await tx
      .insert(savedViews)
      .values({ userId, ...view })
      .returning();
    if (row === undefined) throw new Error("A saved view was not returned.");
    return told(row);
  });
}

/**
 * Renames a view of the user, or replaces what it shows.
 * @throws NotFoundError where the user has no such view; ConflictError where its page has another of that name
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
    return told(row);
  });
}

/** @throws NotFoundError where the user has no such view */
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

/** That of somebody else is as unknown as that of nobody. */
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
        // As the index compares them: languages have letters that programs lower in different ways.
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
