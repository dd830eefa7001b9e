/**
 * A page is rendered for the user's current organization, which another tab can change. Requests of a page
 * carry the organization it shows, and procedures that act for an organization reject a different one.
 */
import { ConflictError } from "../errors/errors";
import type { User } from "./user";

/**
 * Header with the id of the organization for which a page was rendered; absent in requests of other
 * applications.
 */
export const PAGE_ORGANIZATION_HEADER = "x-page-organization";

/** Whether a procedure reads or changes what belongs to the caller's current organization, without naming it. */
export const actsForOrganization = (procedure: string): boolean =>
  /^(team|apiKeys|plan|watches|spreadsheetLinks)\./.test(procedure);

/** The page shows another organization than the user's current one. */
export class OtherOrganizationError extends ConflictError {}

/**
 * @param shown id of the organization that the page shows; null if the request does not state it
 * @throws OtherOrganizationError if it is not the current one
 */
export function requireShownOrganization(
  { organization, memberships }: Pick<User, "organization" | "memberships">,
  shown: string | null,
): void {
  if (shown === null || shown === organization?.id) return;
  const former = memberships.find(({ organization_id }) => organization_id === shown);
  throw new OtherOrganizationError(
    `This page shows ${former?.organization_name ?? "an organization you no longer belong to"}, but your current organization is now ${organization?.name ?? "none"}. No changes were made. Reload the page to continue.`,
  );
}
