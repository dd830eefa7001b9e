import { desc, eq, or } from "drizzle-orm";
import { NotFoundError } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";

const {
  apiKeys,
  auditLog,
  contactRequests,
  featureOverrides,
  invitations,
  joinRequests,
  memberships,
  organizations,
  sessions,
  signInBrowsers,
  signInCodes,
  users,
  watchedItems,
  watchlistVisits,
} = peopleTables;

/**
 * Everything that is kept about a user, ready to be written as JSON. Hashes of
 * tokens, codes and keys are left out: they say nothing about the person.
 */
export async function exportAccount({ db }: PeopleStore, userId: string) {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw new NotFoundError("This account no longer exists.");
  const [
    joined,
    open,
    codes,
    invited,
    sent,
    keys,
    overrides,
    audit,
    asked,
    browsers,
    written,
    watched,
    visits,
  ] = await Promise.all([
    db
      .select({
        organizationId: organizations.id,
        name: organizations.name,
        domain: organizations.domain,
        scope: organizations.scope,
        role: memberships.role,
        since: memberships.createdAt,
      })
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(eq(memberships.userId, userId)),
    db.select().from(sessions).where(eq(sessions.userId, userId)),
    db.select().from(signInCodes).where(eq(signInCodes.email, user.email)).orderBy(desc(signInCodes.id)),
    db.select().from(invitations).where(eq(invitations.email, user.email)),
    db.select().from(invitations).where(eq(invitations.invitedBy, userId)),
    db.select().from(apiKeys).where(eq(apiKeys.userId, userId)),
    db.select().from(featureOverrides).where(eq(featureOverrides.subject, userId)),
    db
      .select()
      .from(auditLog)
      .where(
        or(...[userId, user.email].flatMap((name) => [eq(auditLog.actor, name), eq(auditLog.subject, name)])),
      ),
    db.select().from(joinRequests).where(eq(joinRequests.userId, userId)),
    db.select().from(signInBrowsers).where(eq(signInBrowsers.userId, userId)),
    db.select().from(contactRequests).where(eq(contactRequests.email, user.email)),
    db.select().from(watchedItems).where(eq(watchedItems.userId, userId)),
    db.select().from(watchlistVisits).where(eq(watchlistVisits.userId, userId)),
  ]);
  return {
    exportedAt: new Date().toISOString(),
    user: plain(user),
    memberships: joined.map(plain),
    sessions: open.map(({ tokenHash: _, ...session }) => plain(session)),
    signInCodes: codes.map(({ codeHash: _, browserHash: _browser, ...code }) => plain(code)),
    invitationsReceived: invited.map(plain),
    invitationsSent: sent.map(plain),
    apiKeys: keys.map(({ hash: _, ...key }) => plain(key)),
    featureOverrides: overrides.map(plain),
    joinRequests: asked.map(plain),
    /** Browsers that signed in, by when they last did. */
    signInBrowsers: browsers.map(({ seenAt }) => plain({ seenAt })),
    watchlist: watched.map(({ kind, entityId, createdAt }) => plain({ kind, entityId, createdAt })),
    watchlistVisits: visits.map(({ day, previousDay }) => plain({ day, previousDay })),
    auditLog: audit.map(plain),
    /** Sent with the contact form under the account's address. */
    contactRequests: written.map(plain),
  };
}

type Plain<T> = {
  [Key in keyof T]: T[Key] extends Date ? string : T[Key] extends Date | null ? string | null : T[Key];
};

/** A row as JSON holds it: moments as text. */
const plain = <Row extends Record<string, unknown>>(row: Row): Plain<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as Plain<Row>;
