import { createHmac } from "node:crypto";
import type { PeopleStore } from "#stores";
import { installationSecret } from "../installation";

/**
 * What is kept of a mail address that must be known again after its account is deleted: who reads the store learns
 * neither the address nor that two purposes are about the same one.
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
