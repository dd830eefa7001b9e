import { PreconditionError } from "#domain/errors";
import type { User } from "#domain/people";

/** The organization that a user acts for. @throws PreconditionError if they have none */
export function ownOrganization({
  organization,
}: Pick<User, "organization">): NonNullable<User["organization"]> {
  if (organization === null) {
    throw new PreconditionError("You do not belong to an organization. Sign out and in again to create one.");
  }
  return organization;
}
