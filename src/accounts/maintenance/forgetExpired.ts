import { and, isNotNull, lt, or } from "drizzle-orm";
import { DAY_MS } from "#domain/days";
import { type PeopleStore, peopleTables } from "#stores";
import { forgetDeclined } from "../organizations/declinedAddresses";
import { BROWSER_DAYS } from "../signIn/signInBrowsers";

const {
  contactRequests,
  invitations,
  sessions,
  signInCodes,
  signInBrowsers,
  signInGuesses,
  watchDeliveries,
  watchFirings,
} = peopleTables;

/** Retention of ended invitations, so that a team can still look up their outcome. */
const INVITATION_DAYS_KEPT = 90;
/** Retention of contact requests. */
const CONTACT_DAYS_KEPT = 730;
/** Retention of watch firings and deliveries. */
const FIRING_DAYS_KEPT = 90;

/** Deletes expired rows: sessions, codes, guesses, old invitations, requests and firings. */
export async function forgetExpired({ db }: PeopleStore, now = new Date()): Promise<void> {
  await forgetDeclined({ db }, now);
  const yesterday = new Date(now.getTime() - DAY_MS);
  const longAgo = new Date(now.getTime() - INVITATION_DAYS_KEPT * DAY_MS);
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
  // Codes of the last day are retained to diagnose sign-in problems.
  await db.delete(signInCodes).where(lt(signInCodes.expiresAt, yesterday));
  await db.delete(signInGuesses).where(lt(signInGuesses.updatedAt, new Date(yesterday.getTime() - DAY_MS)));
  await db
    .delete(signInBrowsers)
    .where(lt(signInBrowsers.seenAt, new Date(now.getTime() - BROWSER_DAYS * DAY_MS)));
  await db
    .delete(contactRequests)
    .where(lt(contactRequests.at, new Date(now.getTime() - CONTACT_DAYS_KEPT * DAY_MS)));
  const formerly = new Date(now.getTime() - FIRING_DAYS_KEPT * DAY_MS);
  await db.delete(watchFirings).where(lt(watchFirings.at, formerly));
  await db.delete(watchDeliveries).where(lt(watchDeliveries.createdAt, formerly));
  await db
    .delete(invitations)
    .where(
      or(
        lt(invitations.expiresAt, longAgo),
        and(isNotNull(invitations.revokedAt), lt(invitations.revokedAt, longAgo)),
      ),
    );
}
