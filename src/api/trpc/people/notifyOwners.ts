import { noticeMail } from "#accounts/mail";
import type { Departure } from "#accounts/team";
import type { PeopleServices } from "../services";

const named = (keys: Departure["endedKeys"]) =>
  keys.map(({ name, prefix }) => `${name} (${prefix}…)`).join(", ");

/**
 * Emails the owners of an organization which API keys were revoked because their creator left, and which the organization
 * keeps although the creator may still know them. Does not wait for the email.
 */
export function notifyOwners(
  { mailer, baseUrl, brand }: PeopleServices,
  { organizationName, email, endedKeys, keptKeys, owners }: Departure,
): void {
  if (endedKeys.length === 0 && keptKeys.length === 0) return;
  const subject =
    endedKeys.length === 0
      ? `API keys of ${organizationName} on ${brand} to rotate`
      : `API keys of ${organizationName} on ${brand} revoked`;
  for (const to of owners) {
    const mail = noticeMail({
      to,
      subject,
      lines: [
        `${email} no longer belongs to ${organizationName}.`,
        ...(endedKeys.length === 0
          ? []
          : [
              `The API keys they created no longer work: ${named(endedKeys)}.`,
              "Applications that use them need a new key.",
            ]),
        ...(keptKeys.length === 0
          ? []
          : [
              `These keys belong to the organization and still work: ${named(keptKeys)}.`,
              `${email} may still know them. Rotate each to give it a new secret.`,
            ]),
      ],
      link: `${baseUrl}/settings/api-keys`,
    });
    // The mailer logs failures.
    mailer.send(mail).catch(() => undefined);
  }
}
