import { createHmac } from "node:crypto";
import type { PeopleStore } from "#stores";
import { installationSecret } from "../installation";

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
