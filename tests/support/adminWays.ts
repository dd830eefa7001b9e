/** Every page and procedure for administrators, from the lists that the product uses. */
import { appRouter } from "#api";
import { pagePermissions, procedurePermission } from "#domain/screens";
import { recordNames } from "#domain/vocabulary";

/** Paths of pages as in the list of screens. */
export const adminPages = Object.entries(pagePermissions)
  .filter(([path, permission]) => permission === "admin" && !path.endsWith("*"))
  .map(([path]) => path);

export const adminProcedures = Object.entries(appRouter._def.procedures)
  .filter(([name]) => procedurePermission(name) === "admin")
  .map(([name, procedure]) => ({
    name,
    isMutation: (procedure as unknown as { _def: { type: string } })._def.type === "mutation",
  }));

export const adminFiles = [
  ...recordNames.map((name) => `/export/records/${name}.csv`),
  "/export/quarantine.csv",
];

/** The admin routes of the specification; brackets mark an id. */
export const specifiedPages = [
  "/admin/users",
  "/admin/users/:slug",
  "/admin/organizations",
  "/admin/organizations/:slug",
  "/admin/api_access_user_roles",
  "/admin/api_access_user_roles/new",
  "/admin/api_access_user_roles/:slug/edit",
  "/admin/api_access_org_roles",
  "/admin/api_access_org_roles/new",
  "/admin/api_access_org_roles/:slug/edit",
  ...["policy_assignments", "roles", "policies"].flatMap((name) =>
    ["", "/new", "/:slug", "/:slug/edit"].map((part) => `/admin/api_access_${name}${part}`),
  ),
];

/** Admin routes beyond the specification. */
export const furtherPages = [
  "/admin/data",
  "/admin/data/import",
  "/admin/data/corrections",
  "/admin/data/imports",
  "/admin/audit_log",
  "/admin/audit_log/:slug",
  "/admin/contact_requests",
  "/admin/contact_requests/:slug",
  "/admin/api_access_check",
  "/admin/api_access_partner_key",
  "/admin/api_access_key_roles",
  "/admin/api_access_key_roles/new",
  "/admin/api_access_key_roles/:slug/edit",
  "/admin/api_keys",
  "/admin/api_keys/:slug",
];
