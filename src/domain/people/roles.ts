import { DEFAULT_ROLE } from "../vocabulary/people";

/** Permissions of a member in an organization. */
export const memberRoles = ["owner", "admin", "member"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Permissions of an account in the whole installation. */
export const accountRoles = [DEFAULT_ROLE, "ADMIN"] as const;
export type AccountRole = (typeof accountRoles)[number];

/** Whether an organization is one person's, or shared by a mail domain or by invitation. */
export const organizationScopes = ["personal", "domain", "team"] as const;
