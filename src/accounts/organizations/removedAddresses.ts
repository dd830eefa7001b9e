/**
 * Addresses that were removed from an organization. They stay excluded after their account is deleted, so
 * only a keyed hash is stored. An invitation lifts the exclusion.
 */
import { and, eq } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";
import { addressHash } from "./declinedAddresses";
import type { Transaction } from "./lockTeam";

const { removedAddresses } = peopleTables;

interface Address {
  organizationId: string;
  email: string;
}

const sameAs = ({ organizationId, emailHash }: { organizationId: string; emailHash: string }) =>
  and(eq(removedAddresses.organizationId, organizationId), eq(removedAddresses.emailHash, emailHash));

export async function addRemovedAddress(tx: Transaction, { organizationId, email }: Address): Promise<void> {
  const emailHash = await addressHash({ db: tx }, "removed", email);
  await tx.insert(removedAddresses).values({ organizationId, emailHash }).onConflictDoNothing();
}

export async function deleteRemovedAddress(
  tx: Transaction,
  { organizationId, email }: Address,
): Promise<void> {
  await tx
    .delete(removedAddresses)
    .where(sameAs({ organizationId, emailHash: await addressHash({ db: tx }, "removed", email) }));
}

export async function isRemovedAddress(
  { db }: Pick<PeopleStore, "db">,
  { organizationId, email }: Address,
): Promise<boolean> {
  const [found] = await db
    .select()
    .from(removedAddresses)
    .where(sameAs({ organizationId, emailHash: await addressHash({ db }, "removed", email) }));
  return found !== undefined;
}
