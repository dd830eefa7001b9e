/**
 * A page is drawn for the organization that its reader acts for, and another tab may change that. Requests of a page
 * carry the organization it shows, and what acts for an organization is refused where it is another one by now.
 */
import { ConflictError } from "../errors";
import type { User } from "./user";

/** Header with the id of the organization that a page was drawn for; left out by other programs. */
export const PAGE_ORGANIZATION_HEADER = "x-page-organization";

/** Whether a procedure reads or changes what belongs to the caller's current organization, without naming it. */
export const actsForOrganization = (procedure: string): boolean =>
  /^(team|apiKeys|plan|watches|spreadsheetLinks)\./.test(procedure);

/** The page that asked shows another organization than its reader acts for. */
export class OtherOrganizationError extends ConflictError {}

/**
 * @param shown id of the organization that the page shows; null where the request says nothing of it
 * @throws OtherOrganizationError where it is not the current one
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
