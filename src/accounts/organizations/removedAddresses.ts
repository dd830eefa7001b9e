/**
 * Addresses that were removed from an organization. They stay out, also after their account is
 * deleted, so only a keyed hash is kept of them. An invitation lets them in again.
 */
import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";
import { installationSecret } from "../installation";
import type { Transaction } from "../team/lockTeam";

const { removedAddresses } = peopleTables;

interface Address {
  organizationId: string;
  email: string;
}

async function hashOf(db: Pick<PeopleStore, "db">, email: string): Promise<string> {
  return createHmac("sha256", await installationSecret(db))
    .update(`removed ${email}`)
    .digest("hex");
}

const sameAs = ({ organizationId, emailHash }: { organizationId: string; emailHash: string }) =>
  and(eq(removedAddresses.organizationId, organizationId), eq(removedAddresses.emailHash, emailHash));

export async function keepOut(tx: Transaction, { organizationId, email }: Address): Promise<void> {
  const emailHash = await hashOf({ db: tx }, email);
  await tx.insert(removedAddresses).values({ organizationId, emailHash }).onConflictDoNothing();
}

export async function letInAgain(tx: Transaction, { organizationId, email }: Address): Promise<void> {
  await tx
    .delete(removedAddresses)
    .where(sameAs({ organizationId, emailHash: await hashOf({ db: tx }, email) }));
}

export async function isKeptOut(
  { db }: Pick<PeopleStore, "db">,
  { organizationId, email }: Address,
): Promise<boolean> {
  const [found] = await db
    .select()
    .from(removedAddresses)
    .where(sameAs({ organizationId, emailHash: await hashOf({ db }, email) }));
  return found !== undefined;
}
