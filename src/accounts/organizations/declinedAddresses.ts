/**
 * Addresses whose join request was declined. While the account exists the request itself records it; these
 * rows outlive the account, so that signing up again does not allow a new request.
 */

import { createHmac } from "node:crypto";
import { and, eq, isNotNull, lt } from "drizzle-orm";
import { DAY_MS } from "#domain/days";
import { type PeopleStore, peopleTables } from "#stores";
import { installationSecret } from "../secrets/installation";
import type { Transaction } from "./lockTeam";

/**
 * Keyed hash of an email address that must be recognized after its account is deleted. Readers of the store
 * learn neither the address nor that two purposes concern the same one.
 */
export async function addressHash(
  store: Pick<PeopleStore, "db">,
  purpose: "removed" | "declined",
  email: string,
): Promise<string> {
  return createHmac("sha256", await installationSecret(store))
    .update(`${purpose} ${email}`)
    .digest("hex");
}

const { declinedAddresses, joinRequests } = peopleTables;

/** Days after which a declined user can request to join again. */
const ASK_AGAIN_DAYS = 30;

/** Whether a user declined at that time still has to wait. */
export const isRecentlyDeclined = (declinedAt: Date, now = Date.now()): boolean =>
  now - declinedAt.getTime() < ASK_AGAIN_DAYS * DAY_MS;

interface Address {
  organizationId: string;
  email: string;
}

const sameAs = ({ organizationId, emailHash }: { organizationId: string; emailHash: string }) =>
  and(eq(declinedAddresses.organizationId, organizationId), eq(declinedAddresses.emailHash, emailHash));

/** Stores the declined requests of an account that is about to be deleted. */
export async function rememberDeclined(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const declined = await tx
    .select()
    .from(joinRequests)
    .where(and(eq(joinRequests.userId, userId), isNotNull(joinRequests.declinedAt)));
  for (const { organizationId, declinedAt } of declined) {
    if (declinedAt === null || !isRecentlyDeclined(declinedAt)) continue;
    const emailHash = await addressHash({ db: tx }, "declined", email);
    await tx
      .insert(declinedAddresses)
      .values({ organizationId, emailHash, declinedAt })
      .onConflictDoUpdate({
        target: [declinedAddresses.organizationId, declinedAddresses.emailHash],
        set: { declinedAt },
      });
  }
}

/** Whether an address was recently declined under an account that has since been deleted. */
export async function wasDeclined(
  { db }: Pick<PeopleStore, "db">,
  { organizationId, email }: Address,
): Promise<boolean> {
  const emailHash = await addressHash({ db }, "declined", email);
  const [found] = await db.select().from(declinedAddresses).where(sameAs({ organizationId, emailHash }));
  return found !== undefined && isRecentlyDeclined(found.declinedAt);
}

/** Deletes rows older than the waiting period. */
export async function forgetDeclined({ db }: Pick<PeopleStore, "db">, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - ASK_AGAIN_DAYS * DAY_MS);
  await db.delete(declinedAddresses).where(lt(declinedAddresses.declinedAt, longAgo));
}
