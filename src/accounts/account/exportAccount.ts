import { desc, eq, or } from "drizzle-orm";
import { NotFoundError } from "#domain/errors";
import { type PeopleStore, peopleTables } from "#stores";

const {
  apiAccessKeyRoles,
  apiAccessRoles,
  apiAccessUserRoles,
  apiKeys,
  auditLog,
  contactRequests,
  featureOverrides,
  invitations,
  joinRequests,
  memberships,
  organizations,
  savedViews,
  sessions,
  signInBrowsers,
  signInCodes,
  users,
  watchedItems,
  watches,
  watchFirings,
  watchlistVisits,
  watchMailStops,
  webhookEndpoints,
} = peopleTables;

/**
 * All data stored about a user, ready to be written as JSON. Hashes of tokens, codes and keys are excluded:
 * they contain no personal information.
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
    joinRequestRows,
    browsers,
    written,
    watched,
    saved,
    visits,
    given,
    givenToKeys,
    ownWatches,
    fired,
    endpoints,
    stops,
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
    db.select().from(savedViews).where(eq(savedViews.userId, userId)),
    db.select().from(watchlistVisits).where(eq(watchlistVisits.userId, userId)),
    db
      .select({ name: apiAccessRoles.name, since: apiAccessUserRoles.createdAt })
      .from(apiAccessUserRoles)
      .innerJoin(apiAccessRoles, eq(apiAccessRoles.id, apiAccessUserRoles.roleId))
      .where(eq(apiAccessUserRoles.userId, userId)),
    db
      .select({
        keyId: apiAccessKeyRoles.keyId,
        name: apiAccessRoles.name,
        since: apiAccessKeyRoles.createdAt,
      })
      .from(apiAccessKeyRoles)
      .innerJoin(apiAccessRoles, eq(apiAccessRoles.id, apiAccessKeyRoles.roleId))
      .innerJoin(apiKeys, eq(apiKeys.id, apiAccessKeyRoles.keyId))
      .where(eq(apiKeys.userId, userId)),
    db.select().from(watches).where(eq(watches.userId, userId)),
    db
      .select({ watchId: watchFirings.watchId, at: watchFirings.at, facts: watchFirings.facts })
      .from(watchFirings)
      .innerJoin(watches, eq(watches.id, watchFirings.watchId))
      .where(eq(watches.userId, userId)),
    db.select().from(webhookEndpoints).where(eq(webhookEndpoints.userId, userId)),
    db.select().from(watchMailStops).where(eq(watchMailStops.userId, userId)),
  ]);
  return {
    exportedAt: new Date().toISOString(),
    user: plain(user),
    memberships: joined.map(plain),
    sessions: open.map(({ tokenHash: _, ...session }) => plain(session)),
    signInCodes: codes.map(({ codeHash: _, browserHash: _browser, ...code }) => plain(code)),
    invitationsReceived: invited.map(plain),
    invitationsSent: sent.map(plain),
    apiKeys: keys.map(({ hash: _, previousHash: __, requiredPolicies: ___, ...key }) => plain(key)),
    featureOverrides: overrides.map(plain),
    joinRequests: joinRequestRows.map(plain),
    /** Browsers that signed in, by time of the last sign-in. */
    signInBrowsers: browsers.map(({ seenAt }) => plain({ seenAt })),
    watchlist: watched.map(({ kind, entityId, createdAt }) => plain({ kind, entityId, createdAt })),
    savedViews: saved.map(({ userId: _, ...view }) => plain(view)),
    watches: ownWatches.map(({ state: _, ...watch }) => plain(watch)),
    watchFirings: fired.map(({ facts: { basis: _, ...facts }, ...firing }) => plain({ ...firing, facts })),
    webhookEndpoints: endpoints.map(({ secret: _, ...endpoint }) => plain(endpoint)),
    watchMailStops: stops.map(plain),
    watchlistVisits: visits.map(({ day, previousDay }) => plain({ day, previousDay })),
    /** Data API roles that the operator granted. */
    apiAccessRoles: given.map(plain),
    apiAccessKeyRoles: givenToKeys.map(plain),
    auditLog: audit.map(plain),
    /** Sent with the contact form from the account's address. */
    contactRequests: written.map(plain),
  };
}

type Plain<T> = {
  [Key in keyof T]: T[Key] extends Date ? string : T[Key] extends Date | null ? string | null : T[Key];
};

/** A row with dates as ISO strings. */
const plain = <Row extends Record<string, unknown>>(row: Row): Plain<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as Plain<Row>;
