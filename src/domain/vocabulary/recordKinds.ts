/**
 * The kinds of record: what every page knows of them, for its menu and its gate. What each holds stands in its
 * description, which is loaded with the administration alone.
 */

export interface RecordKind<Name extends string = string> {
  name: Name;
  /** Where its list is. Its other pages are below. */
  path: string;
  /** Other paths by which its list is known. */
  aliases: readonly string[];
  /** What the menu and breadcrumbs call its list. */
  title: string;
  inMenu: boolean;
  singular: string;
  /** What administrators may do with it beside reading. */
  can: { create: boolean; edit: boolean; delete: boolean };
  /** Whether a record has a page of its own beside its form. */
  hasPage: boolean;
}

const kind = <const Name extends string>(
  name: Name,
  draft: Pick<RecordKind, "title" | "singular"> & Partial<Omit<RecordKind, "name" | "path">>,
): RecordKind<Name> => ({
  name,
  path: `/admin/${name}`,
  aliases: [],
  inMenu: true,
  can: { create: true, edit: true, delete: true },
  hasPage: true,
  ...draft,
});

const readOnly = { create: false, edit: false, delete: false };

/** Every kind, in the order of the menu. */
export const recordKinds = [
  kind("users", { title: "User Admin", singular: "user", can: readOnly, aliases: ["/admin"] }),
  kind("organizations", { title: "Organization Admin", singular: "organization", can: readOnly }),
  kind("audit_log", { title: "Audit Log", singular: "audit entry", can: readOnly, inMenu: false }),
  kind("contact_requests", {
    title: "Contact Requests",
    singular: "contact request",
    can: { ...readOnly, delete: true },
    inMenu: false,
  }),
  kind("api_access_user_roles", { title: "API Access: User Roles", singular: "user role", hasPage: false }),
  kind("api_access_org_roles", {
    title: "API Access: Org Roles",
    singular: "organization role",
    hasPage: false,
  }),
  kind("api_access_policy_assignments", {
    title: "API Access: Policy Assignments",
    singular: "policy assignment",
  }),
  kind("api_access_roles", { title: "API Access: Roles", singular: "role" }),
  kind("api_access_policies", { title: "API Access: Policies", singular: "policy" }),
];

export type RecordName = (typeof recordKinds)[number]["name"];

export const recordNames = recordKinds.map(({ name }) => name);
