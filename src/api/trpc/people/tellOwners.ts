import { type Departure, noticeMail } from "#accounts";
import type { PeopleServices } from "../services";

/** Tells the owners of an organization which API keys ended since their maker left. Nobody waits for the mail. */
export function tellOwners(
  { mailer, baseUrl, brand }: PeopleServices,
  { organizationName, email, endedKeys, owners }: Departure,
): void {
  if (endedKeys.length === 0) return;
  const names = endedKeys.map(({ name, prefix }) => `${name} (${prefix}…)`).join(", ");
  for (const to of owners) {
    const mail = noticeMail({
      to,
      subject: `API keys of ${organizationName} on ${brand} revoked`,
      lines: [
        `${email} no longer belongs to ${organizationName}. The API keys they created no longer work: ${names}.`,
        "Applications that use them need a new key.",
      ],
      link: `${baseUrl}/settings/api-keys`,
    });
    // Why a mail failed is in the log already.
    mailer.send(mail).catch(() => undefined);
  }
}
