/** Creates, changes and lists watches. */
import { and, count, desc, eq, sql } from "drizzle-orm";
import { InvalidError, NotFoundError, UnprocessableError } from "#domain/errors";
import type { WatchDraft } from "#domain/watches";
import { type PeopleStore, peopleTables } from "#stores";
import { auditWatchChange, lockWatchOwner, ownedBy, type WatchChange, type WatchOwner } from "./watchOwner";

const { watches, webhookEndpoints } = peopleTables;

export type StoredWatch = typeof watches.$inferSelect;

/** The watches of an owner, newest first. */
export const listWatches = ({ db }: PeopleStore, owner: WatchOwner): Promise<StoredWatch[]> =>
  db.select().from(watches).where(ownedBy(watches, owner)).orderBy(desc(watches.createdAt), desc(watches.id));

/** @throws NotFoundError for a watch of another owner */
export async function readWatch(
  { db }: Pick<PeopleStore, "db">,
  id: string,
  owner: WatchOwner,
): Promise<StoredWatch> {
  const [row] = await db
    .select()
    .from(watches)
    .where(and(eq(watches.id, id), ownedBy(watches, owner)));
  if (row === undefined) throw new NotFoundError("Watch not found.");
  return row;
}

type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];

async function requireEndpoint(tx: Transaction, id: string | null, owner: WatchOwner): Promise<void> {
  if (id === null) return;
  const [row] = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), ownedBy(webhookEndpoints, owner)));
  if (row === undefined) {
    throw new InvalidError("Endpoint not found.", [{ path: "endpointId", message: "Choose an endpoint" }]);
  }
}

const columnsOf = ({ name, subject, condition, cadence, receivers, endpointId }: WatchDraft) => ({
  name,
  subjectType: subject.type,
  subjectId: subject.id,
  condition,
  cadence,
  receivers,
  endpointId,
});

/** Fields of a watch in the audit log. */
const audited = (row: StoredWatch) => ({
  name: row.name,
  subject: row.subjectId === null ? row.subjectType : `${row.subjectType} ${row.subjectId}`,
  condition: row.condition,
  cadence: row.cadence,
  receivers: row.receivers,
  maker: row.madeBy,
  endpoint: row.endpointId,
  paused: row.pausedAt !== null,
});

/**
 * Creates a watch. Its first evaluation stores the initial state.
 * @param limit watches per owner
 * @throws UnprocessableError if the limit is reached
 */
export async function createWatch(
  { db }: PeopleStore,
  draft: WatchDraft,
  { limit, ...change }: WatchChange & { limit: number },
): Promise<{ id: string }> {
  const { owner, actor } = change;
  return db.transaction(async (tx) => {
    await lockWatchOwner(tx, owner);
    const [existing] = await tx.select({ watches: count() }).from(watches).where(ownedBy(watches, owner));
    if ((existing?.watches ?? 0) >= limit) {
      throw new UnprocessableError(
        `You can have up to ${limit} watches here. Delete one before adding another.`,
      );
    }
    await requireEndpoint(tx, draft.endpointId, owner);
    const [row] = await tx
      .insert(watches)
      .values({ ...columnsOf(draft), ...owner, madeBy: actor })
      .returning();
    if (row === undefined) throw new Error("A watch was not stored");
    await auditWatchChange(tx, change, {
      subjectKind: "watch",
      action: "create watch",
      subject: row.id,
      after: audited(row),
    });
    return { id: row.id };
  });
}

/**
 * Changes a watch. A changed condition resets its state. The user who changes the condition or the receivers
 * becomes its creator, since it reads data with their permissions; a change by another user therefore also
 * resets it.
 */
export async function editWatch(
  { db }: PeopleStore,
  { id, draft }: { id: string; draft: WatchDraft },
  change: WatchChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await readWatch({ db: tx }, id, change.owner);
    await requireEndpoint(tx, draft.endpointId, change.owner);
    const isSame =
      JSON.stringify(sorted(draft.condition)) === JSON.stringify(sorted(before.condition)) &&
      draft.subject.type === before.subjectType &&
      draft.subject.id === before.subjectId;
    const isOnlyNamed =
      isSame &&
      draft.cadence === before.cadence &&
      draft.receivers === before.receivers &&
      draft.endpointId === before.endpointId;
    const madeBy = isOnlyNamed ? before.madeBy : change.actor;
    const [after] = await tx
      .update(watches)
      .set({
        ...columnsOf(draft),
        madeBy,
        revision: sql`${watches.revision} + 1`,
        ...(isSame && madeBy === before.madeBy ? {} : startsOver),
      })
      .where(eq(watches.id, id))
      .returning();
    if (after === undefined) throw new NotFoundError("Watch not found.");
    await auditWatchChange(tx, change, {
      subjectKind: "watch",
      action: "edit watch",
      subject: id,
      before: audited(before),
      after: audited(after),
    });
  });
}

/** Parts of a condition sorted by name, since a store can return them in another order. */
const sorted = (condition: object) => Object.entries(condition).sort(([a], [b]) => (a < b ? -1 : 1));

const startsOver = { state: null, problem: "", evaluatedVersion: "", evaluatedDay: "" } as const;

/** Pauses or resumes a watch. Events during the pause are not reported later. */
export async function pauseWatch(
  { db }: PeopleStore,
  { id, isPaused }: { id: string; isPaused: boolean },
  change: WatchChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await readWatch({ db: tx }, id, change.owner);
    if ((before.pausedAt !== null) === isPaused) return;
    await tx
      .update(watches)
      .set({
        pausedAt: isPaused ? new Date() : null,
        revision: sql`${watches.revision} + 1`,
        ...(isPaused ? {} : startsOver),
      })
      .where(eq(watches.id, id));
    await auditWatchChange(tx, change, {
      subjectKind: "watch",
      action: isPaused ? "pause watch" : "resume watch",
      subject: id,
      detail: before.name,
    });
  });
}

/** Deletes a watch with its firings. Pending deliveries of them are not sent. */
export async function deleteWatch({ db }: PeopleStore, id: string, change: WatchChange): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await readWatch({ db: tx }, id, change.owner);
    await tx.delete(watches).where(eq(watches.id, id));
    await auditWatchChange(tx, change, {
      subjectKind: "watch",
      action: "delete watch",
      subject: id,
      before: audited(before),
    });
  });
}
